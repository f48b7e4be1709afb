import SwiftProtobuf
import Testing
import Wire

@testable import Promises

@Suite struct `The checker of teams` {
    /// 0 has a project; 1 joins, 2 joins, 1 leaves and joins again.
    private static let story: [InboxEntry] = [
        TeamNews.told(.joined, 1, size: 2), TeamNews.told(.joined, 2, size: 3),
        TeamNews.told(.left, 1, size: 2), TeamNews.told(.joined, 1, size: 3),
    ]

    private static func world(_ news: [InboxEntry]) -> CheckerWorld {
        var world = CheckerWorld()
        world.inboxes[0] += news
        return world
    }

    @Test func `finds nothing in people who come and go`() {
        #expect(Self.world(Self.story).violations == [])
    }

    @Test func `knows that a user who has left the project receives none of its changes`() {
        let later = [
            TeamNews.told(.joined, 1, size: 2), TeamNews.told(.left, 0, size: 1),
            TeamNews.told(.joined, 0, size: 3), TeamNews.told(.joined, 1, size: 4),
        ]
        #expect(Self.world(later).violations == [])
    }

    @Test func `holds the last news against the project as it is`() {
        var world = Self.world(Self.story)
        world.teams = [7: 3]
        #expect(world.violations == [])
        world.teams = [7: 2]
        #expect(world.kinds == [.lost])
    }

    static let planted: [(String, Violation.Kind, [InboxEntry])] = [
        ("joined twice", .duplicated, Array(story.prefix(2)) + [story[1]]),
        (
            "a member whose joining is not there", .reordered,
            [story[0], TeamNews.told(.joined, 2, size: 4)]
        ),
        (
            "left, and as many as before", .reordered,
            [story[0], story[1], TeamNews.told(.left, 1, size: 3)]
        ),
    ]

    @Test(arguments: planted.indices)
    func `finds what cannot be`(index: Int) {
        let (what, kind, news) = Self.planted[index]
        #expect(Self.world(news).kinds.contains(kind), "\(what)")
    }
}

extension TeamNews {
    /// A change of the members of project 7, as an event for 0.
    static func told(_ kind: Kind, _ person: Int, size: UInt32) -> InboxEntry {
        var change = TeamChanged()
        (change.project, change.size) = (7, size)
        change.user.username = CheckerWorld.roster.name(person)
        let body: ServerMessage.OneOf_Body =
            kind == .joined ? .teamJoined(change) : .teamLeft(change)
        return InboxEntry(body, of: 0, CheckerWorld.roster)
    }

    /// The same as a message.
    func body(_ name: (Int) -> String) -> ServerMessage.OneOf_Body {
        guard let person else { return .projectDeleted(.with { $0.number = project }) }
        let change = TeamChanged.with {
            ($0.project, $0.size) = (project, size)
            $0.user.username = name(person)
        }
        return kind == .joined ? .teamJoined(change) : .teamLeft(change)
    }
}
