import Testing
import Wire

@testable import Promises

@Suite struct `The checker of meetups` {
    /// 0 proposes, 1 proposes another place, 0 accepts, and the time passes.
    private static let story: [InboxEntry] = [
        PartnerNews.told(.matched, 0),
        PartnerNews.told(.offered, 1, .proposedByFirst, at: 50, by: 0),
        PartnerNews.told(.offered, 2, .proposedBySecond, at: 50, "café", by: 1),
        PartnerNews.told(.accepted, 3, .scheduled, at: 50, "café", by: 0),
        PartnerNews.told(.expired, 4, .noMeetup, "café"),
    ]

    private static func world(
        _ one: [InboxEntry] = story, _ other: [InboxEntry]? = nil
    ) -> CheckerWorld {
        var world = CheckerWorld()
        world.inboxes[0] += one
        world.inboxes[1] += other ?? one
        return world
    }

    @Test func `finds nothing in a meetup that came about and passed`() {
        #expect(Self.world().violations == [])
    }

    @Test func `knows that what has passed unnoticed is a version of its own`() {
        let later: [InboxEntry] =
            Self.story.prefix(4) + [
                PartnerNews.told(.offered, 5, .proposedByFirst, at: 90, by: 0)
            ]
        #expect(Self.world(later).violations == [])
    }

    static let planted: [(String, Violation.Kind, [InboxEntry])] = [
        ("twice the same version", .duplicated, story.prefix(2) + [story[1]]),
        ("an older version", .duplicated, [story[0], story[2], story[1]]),
        ("twice the same partner", .duplicated, story.prefix(1) + [story[0]]),
        ("a meetup without a partner", .leaked, Array(story.dropFirst())),
        (
            "accepted what was not proposed", .reordered,
            story.prefix(3) + [PartnerNews.told(.accepted, 3, .scheduled, at: 50, "park", by: 0)]
        ),
        (
            "accepted another time", .reordered,
            story.prefix(3) + [PartnerNews.told(.accepted, 3, .scheduled, at: 51, "café", by: 0)]
        ),
        (
            "accepted by who proposed", .reordered,
            story.prefix(3) + [PartnerNews.told(.accepted, 3, .scheduled, at: 50, "café", by: 1)]
        ),
        (
            "accepted behind a change", .reordered,
            story.prefix(3) + [PartnerNews.told(.accepted, 4, .scheduled, at: 50, "café", by: 0)]
        ),
        (
            "proposed over what is scheduled", .reordered,
            story.prefix(4) + [PartnerNews.told(.offered, 4, .proposedByFirst, at: 90, by: 0)]
        ),
        (
            "proposed for the other", .reordered,
            [story[0], PartnerNews.told(.offered, 1, .proposedBySecond, at: 50, by: 0)]
        ),
        ("passed twice", .reordered, story + [PartnerNews.told(.expired, 5, .noMeetup, "café")]),
    ]

    @Test(arguments: planted.map(\.0))
    func `finds what was planted`(what: String) throws {
        let (_, kind, story) = try #require(Self.planted.first { $0.0 == what })
        let violations = Self.world(story).violations
        #expect(violations.contains { $0.kind == kind }, "found only \(violations)")
    }

    @Test func `finds another history on the other side`() {
        #expect(Self.world(Self.story, Self.story.dropLast()).kinds == [.asymmetric])
        let other = [Self.story[0], Self.story[2], Self.story[1]] + Self.story.dropFirst(3)
        #expect(Self.world(Self.story, other).kinds.contains(.asymmetric))
    }

    /// How the meetup stands behind so many events of the story.
    private static func meetup(behind count: Int) -> PartnerNews.Meetup? {
        guard case .partners(let news)? = story.prefix(count).last else { return nil }
        return news.meetup
    }

    @Test func `finds a list that differs from the inbox`() {
        var world = Self.world()
        world.partnerships = Self.meetup(behind: 5).map { [7: $0] }
        #expect(world.violations == [])
        let others: [[UInt32: PartnerNews.Meetup?]] = [
            [:], [7: Self.meetup(behind: 4)], [8: Self.meetup(behind: 5)],
        ]
        for other in others.map({ $0.compactMapValues(\.self) }) {
            world.partnerships = other
            #expect(world.kinds == [.asymmetric])
        }
        world.hasTrueClock = false
        #expect(world.violations == [], "it may have passed between two looks")
    }

    @Test func `finds a meetup whose time passed without an event`() {
        var world = Self.world(Array(Self.story.prefix(4)))
        world.readTime = 5_050
        #expect(world.violations == [], "it has passed just now")
        world.readTime = 5_051
        #expect(world.kinds == [.lost])
    }

    @Test func `knows that under another clock a meetup may pass between two looks`() {
        var world = Self.world(Self.story, Self.story.dropLast())
        #expect(world.kinds == [.asymmetric])
        world.hasTrueClock = false
        #expect(world.violations == [])
        world = Self.world(Self.story, Array(Self.story.prefix(3)))
        world.hasTrueClock = false
        #expect(world.kinds == [.asymmetric])
    }

    @Test func `knows that of a changed meetup the earlier places may not be read`() {
        var world = Self.world()
        let (place, count) = (world.inboxes[0].count - Self.story.count, Self.story.count)
        // 0 read nothing of what was offered and accepted.
        for index in place + 1..<place + count - 1 { world.inboxes[0][index] = .blank }
        #expect(!world.violations.isEmpty, "events are missing")
        world.unreadBlanks = Set((place + 2..<place + count).map(UInt32.init))
        #expect(world.violations == [])
        world.unreadBlanks.removeFirst()
        #expect(!world.violations.isEmpty, "more is missing than was not read")
    }

    @Test func `finds an acceptance that was acknowledged and never was`() {
        var world = Self.world(Array(Self.story.prefix(3)))
        world.lastDoings[0] = [
            { script in
                script.set(.meetupAccept(MeetupAccept()), nil)
                script.agree(version: 3, at: 50, "café")
            }
        ]
        #expect(world.kinds == [.lost])
    }
}

extension TestimonyScript {
    /// Is answered that the meetup of 0 and 1 is scheduled.
    fileprivate mutating func agree(version: UInt32, at: Int64, _ place: String) {
        guard
            case .partners(let news) = PartnerNews.told(
                .accepted, version, .scheduled, at: at, place, by: 0),
            case .meetupAccepted(let changed) = news.body(CheckerWorld.roster.name)
        else { return }
        answer(.partnership(changed.partnership))
    }
}
