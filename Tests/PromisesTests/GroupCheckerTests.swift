import SwiftProtobuf
import Testing
import Wire

@testable import Promises

@Suite struct `The checker of groups` {
    /// 0 makes a group with 1; 2 joins, leaves and joins again.
    private static let founding = news(joined: [0, 1])
    private static let first = [founding, said(by: 0, 1, at: 1)]
    private static let visit = [news(joined: [2]), said(by: 2, 1, at: 2), news(left: [2])]
    private static let absence = [said(by: 1, 1, at: 3)]
    private static let homecoming = [news(joined: [2]), said(by: 0, 2, at: 4)]
    private static let all = first + visit + absence + homecoming

    private static func world(
        _ zero: [InboxEntry] = all, _ one: [InboxEntry] = all,
        _ two: [InboxEntry] = visit + homecoming, sent: [Int: UInt32?] = [1: 1, 2: 4, 3: nil]
    ) -> CheckerWorld {
        var world = CheckerWorld()
        world.inboxes[0] += zero
        world.inboxes[1] += one
        world.inboxes[2] += two
        world.groupSendings = sent
        return world
    }

    @Test func `finds nothing in members who come and go`() {
        #expect(Self.world().violations == [])
    }

    @Test func `finds nothing in a founder who leaves those who came later`() {
        let later = [news(joined: [1]), news(left: [0])]
        let zero = [news(joined: [0]), said(by: 0, 1, at: 1)] + later
        #expect(Self.world(zero, later, [], sent: [1: 1]).violations == [])
        let gone = [news(joined: [0]), said(by: 0, 1, at: 1), news(left: [0])]
        #expect(Self.world(gone, [news(joined: [1])], [], sent: [1: 1]).violations == [])
    }

    @Test func `finds nothing in a member who reads a time that is over no more`() {
        let two = [news(joined: [2]), news(left: [2])] + Self.homecoming
        #expect(Self.world(Self.all, Self.all, two, sent: [1: 1, 2: 4]).violations == [])
        #expect(Self.world(Self.all, Self.all, Array(two.dropLast())).kinds.contains(.lost))
    }

    @Test func `finds nothing in a member who lacks what one says whom they blocked`() {
        let talk = [said(by: 0, 1, at: 1), said(by: 1, 1, at: 2), said(by: 0, 2, at: 3)]
        let zero = [news(joined: [0, 1, 2])] + talk
        let two: [InboxEntry] = [zero[0], .blocked(1), talk[0], talk[2]]
        var world = Self.world(zero, zero, two, sent: [1: 1, 2: 3])
        world.blocks[2] = [1]
        #expect(world.violations == [])
        world.inboxes[2].removeLast()
        #expect(world.kinds.contains(.lost))
    }

    static let planted: [(String, Violation.Kind, CheckerWorld)] = [
        (
            "the message of a time as no member", .leaked,
            world(all, all, visit + absence + homecoming)
        ),
        ("a message that one member lacks", .lost, world(all, Array(all.dropLast()))),
        (
            "a message that a member lacks between others", .lost,
            world(all, all.filter { $0 != absence[0] })
        ),
        ("the first message after joining", .lost, world(all, all, visit + [homecoming[0]])),
        ("two messages in another order", .reordered, world(all, all.reversedEnd)),
        ("another text at the same place", .reordered, world(all, all.otherEnd)),
        ("a message shown twice", .reordered, world(all + [all[all.count - 1]])),
        ("joined twice", .duplicated, world([founding] + all)),
        ("acknowledged, and nowhere", .lost, world(sent: [1: 1, 2: 4, 5: 5])),
        ("acknowledged at another place", .reordered, world(sent: [1: 1, 2: 3])),
        (
            "one message at two places", .duplicated,
            world(all + again, all + again, visit + homecoming + again)
        ),
    ]
    private static let again = [said(by: 0, 2, at: 5)]

    @Test(arguments: planted.indices)
    func `finds what cannot be`(index: Int) {
        let (what, kind, world) = Self.planted[index]
        #expect(world.kinds.contains(kind), "\(what): \(world.violations)")
    }

    /// The events that 2 received, the one that the inbox lacks at the end, and the resulting loss.
    static let gaps: [([InboxEntry], without: UInt32, missing: [UInt32])] = [
        // Of a group that 2 has left, and of one whom 2 had blocked for a while.
        (visit, 2, []),
        ([news(joined: [2]), .blocked(0), said(by: 0, 1, at: 1), .unblocked(0)], 3, []),
        // A member for all the time, who has blocked another.
        ([news(joined: [2]), .blocked(1), said(by: 0, 1, at: 1), .unblocked(1)], 3, [3]),
        // Not a message.
        (visit, 1, [1]),
        // Of a partnership: a place that the meetup has no longer, and how it stood at the end.
        (proposals, 1, []), (proposals + [.befriended(1)], 2, [2]), (proposals + [end], 2, []),
        // A match with a user who is no friend, and a user who waits for a place in a project.
        ([.befriended(1), .match("eat", with: 1), .parted(1)], 2, []),
        ([.befriended(1), .match("eat", with: 1), .befriended(0)], 2, [2]),
        ([.waits(1), .befriended(1)], 1, []),
    ]

    private static let proposals = [
        PartnerNews.told(.offered, 1, .proposedByFirst, at: 50, "café", by: 0),
        PartnerNews.told(.offered, 2, .proposedByFirst, at: 60, "park", by: 0),
    ]
    private static let end = PartnerNews.told(.ended, 0)

    @Test(arguments: gaps.indices)
    func `misses what a device was shown once, but for hidden messages`(index: Int) {
        let (live, seq, missing) = Self.gaps[index]
        #expect(Self.gathered(live, without: seq).missing == missing)
    }

    @Test func `knows where a hidden message was`() {
        #expect(Self.gathered(Self.visit, without: 2).inbox[1] == .blank)
    }

    /// The statement of 2: the device received all events, and the inbox lacks one at the end.
    private static func gathered(_ live: [InboxEntry], without passedOver: UInt32) -> Statement {
        var (device, end) = (TestimonyScript(person: 2), TestimonyScript(person: 2))
        device.open(after: 0)
        end.open(after: 0)
        for (seq, entry) in zip(UInt32(1)..., live) {
            device.show(seq, entry)
            if seq != passedOver { end.show(seq, entry) }
        }
        var statement = Statement(person: 2)
        statement.devices = [device.trace, end.trace]
        statement.friends = Situation(person: 2, behind: live).friends
        statement.gatherInbox(isWhole: true)
        return statement
    }
}

private func news(joined: Set<Int> = [], left: Set<Int> = []) -> InboxEntry {
    .group(GroupNews("#17", .members(joined: joined, left: left)))
}

private func said(by author: Int, _ number: Int, at seq: UInt32) -> InboxEntry {
    .group(GroupNews("#17", .message(author: author, number: number, seq: seq)))
}

extension [InboxEntry] {
    /// The last two the other way round.
    fileprivate var reversedEnd: Self { dropLast(2) + [self[count - 1], self[count - 2]] }

    /// The same with another author of the last message.
    fileprivate var otherEnd: Self { dropLast() + [said(by: 1, 9, at: 4)] }
}

extension GroupNews {
    /// The same as a message.
    func body(_ name: (Int) -> String) -> ServerMessage.OneOf_Body {
        switch kind {
        case .message(let author, let number, let seq):
            .roomMessage(
                .with {
                    ($0.room, $0.seq, $0.from) = (room, seq, name(author))
                    $0.text = Saying.text(number, characters: 10)
                })
        case .members(let joined, let left):
            .groupChanged(
                .with {
                    $0.group.room = room
                    $0.joined = joined.sorted().map { UserProfile(named: $0) }
                    $0.left = left.sorted().map(name)
                })
        }
    }
}
