import Testing
import Wire

@testable import Promises

/// Blocks, mutes, marks and hints, as `CheckerTests` does with messages and friends.
@Suite struct `The checker of secrets` {
    typealias Plant = @Sendable (inout CheckerWorld) -> Void

    /// 0 blocks 2 once more, is acknowledged at 10, and nobody undoes it.
    private static let block: Plant = { world in
        world.inboxes[0].append(.blocked(2))
        world.blocks[0] = [2]
        world.doings[0].append { script in
            script.now = 10
            script.set(.block(2))
        }
    }
    /// 1 has read what there is, and said so.
    private static let mark: Plant = { world in
        world.inboxes[1].append(.badge(Badge(room: PersonPair(0, 1), seq: 3, isMuted: false)))
        world.pages[1] = [0: .init(0, 1, mark: 3)]
        world.pages[0] = [1: .init(0, 1, unread: 1, read: 3)]
        world.unread[1] = 0
        world.doings[1].append { $0.set(.mark(0)) }
    }
    /// 0 has muted 1.
    private static let mute: Plant = { world in
        world.inboxes[0].append(.badge(Badge(room: PersonPair(0, 1), seq: 0, isMuted: true)))
        world.pages[0] = [1: .init(0, 1, unread: 1, muted: true)]
        world.unread[0] = 0
        world.doings[0].append { $0.set(.mute(1)) }
    }
    /// 1 is writing to 0.
    private static let typing: Plant = { world in
        world.doings[1].append { $0.set(.type(0)) }
        world.asides.append(.typing(1, in: PersonPair(0, 1)))
    }
    /// A second device of 0 was away while 1 became a friend and a match.
    private static let absence: Plant = { world in
        world.absence = (2...5, .due)
    }

    static let allowed: [(String, Plant)] = [
        ("a block", block), ("a mark", mark), ("a mute", mute), ("typing", typing),
        ("an absence", absence),
        (
            "a block that was ended",
            { world in
                block(&world)
                world.inboxes[0].append(.unblocked(2))
                world.blocks[0] = []
                world.doings[0].append { $0.set(.unblock(2)) }
            }
        ),
        (
            "a block of which nobody knows whether it was ended",
            { world in
                block(&world)
                world.doings[0].append { $0.set(.unblock(2), nil) }
            }
        ),
        ("a mute that was refused", { $0.doings[0] = [{ $0.set(.mute(1), false) }] }),
        (
            "a receipt",
            { world in
                mark(&world)
                world.asides = [
                    .receipt(of: 1, delivered: 2), .receipt(of: 1, delivered: 3, read: 3),
                ]
            }
        ),
        (
            "the presence of a friend, for one who is behind with the inbox",
            { world in
                world.doings[0] = [
                    { script in
                        script.happenedAt = 999
                        script.hear(.presence(of: 1))
                    }
                ]
            }
        ),
        (
            "what seems to be too early, by a clock that jumps",
            { world in
                world.hasTrueClock = false
                world.doings[0] = [hearTooEarly]
            }
        ),
    ]

    /// Receives the presence of 1 a millisecond before the two become friends.
    private static let hearTooEarly: CheckerWorld.Doing = { script in
        script.wallTime = 999
        script.hear(.presence(of: 1))
        script.wallTime = 1000
    }

    /// Changes to a true day, and what they break.
    static let planted: [(String, Violation.Kind, Plant)] = [
        (
            "a message to one who has blocked, accepted", .leaked,
            { world in
                block(&world)
                world.doings[0].append { script in
                    script.now = 11
                    script.send(7, to: 2, acknowledgedAt: 9)
                }
            }
        ),
        (
            "a friendship in spite of a block", .leaked,
            { world in
                block(&world)
                world.inboxes[0].append(.befriended(2))
            }
        ),
        (
            "a request in spite of a block", .leaked,
            { world in
                block(&world)
                world.inboxes[0].append(.requested(by: 2))
            }
        ),
        ("a block that leaves a friend", .leaked, { $0.inboxes[0].append(.blocked(1)) }),
        (
            "a block that is gone", .lost,
            { world in
                block(&world)
                world.blocks[0] = []
            }
        ),
        (
            "a block of which no event tells", .lost,
            { world in
                world.blocks[0] = [2]
                world.doings[0] = [{ $0.set(.block(2)) }]
            }
        ),
        (
            "the end of a block that is gone", .lost,
            { world in
                block(&world)
                world.doings[0].append { $0.set(.unblock(2)) }
            }
        ),
        (
            "the presence of one who is blocked", .leaked,
            { world in
                block(&world)
                world.asides = [.presence(of: 2)]
            }
        ),
        (
            "the presence of one who was no friend then", .leaked,
            { $0.doings[0] = [hearTooEarly] }
        ),
        (
            "a mark that is gone", .lost,
            {
                mark(&$0); $0.pages[1] = [0: .init(0, 1, unread: 2)]
            }
        ),
        (
            "a mark that others cannot see", .lost,
            {
                mark(&$0); $0.pages[0] = [1: .init(0, 1, unread: 1)]
            }
        ),
        (
            "a mark that moved back", .reordered,
            { world in
                mark(&world)
                let back = Badge(room: PersonPair(0, 1), seq: 2, isMuted: false)
                world.inboxes[1].append(.badge(back))
            }
        ),
        (
            "a mark that another user set", .leaked,
            {
                mark(&$0); $0.doings[1] = []
            }
        ),
        (
            "unread messages that were read", .lost,
            {
                mark(&$0); $0.pages[1][0]?.unread = 1
            }
        ),
        (
            "a badge of its own", .lost,
            {
                mark(&$0); $0.unread[1] = 7
            }
        ),
        (
            "a mute that is gone", .lost,
            {
                mute(&$0); $0.pages[0] = [1: .init(0, 1, unread: 1)]
            }
        ),
        (
            "a mute of which no event tells", .lost,
            { world in
                mute(&world)
                world.inboxes[0].removeLast()
            }
        ),
        (
            "a mute that was not heard", .lost,
            { $0.doings[0] = [{ $0.set(.mute(1)) }] }
        ),
        (
            "a mute that counts", .lost,
            {
                mute(&$0); $0.unread[0] = 1
            }
        ),
        (
            "a mute of others", .leaked,
            {
                mute(&$0); $0.doings[0] = []
            }
        ),
        (
            "a message lost in a muted room", .lost,
            { world in
                mute(&world)
                for person in 0...1 { world.rooms[person][1 - person]?.removeLast() }
            }
        ),
        (
            "a receipt of one who does not tell", .leaked,
            { $0.pages[2] = [3: .init(2, 3, read: 0)] }
        ),
        (
            "a receipt that moved back", .reordered,
            { world in
                mark(&world)
                world.asides = [.receipt(of: 1, delivered: 3, read: 3)]
                world.asides.append(.receipt(of: 1, delivered: 3, read: 2))
            }
        ),
        (
            "a receipt of what was not read", .lost,
            { $0.asides = [.receipt(of: 1, delivered: 3, read: 1)] }
        ),
        (
            "a receipt of what was not said", .lost, { $0.asides = [.receipt(of: 1, delivered: 4)] }
        ),
        (
            "a receipt in the room of others", .leaked,
            { $0.asides = [.receipt(of: 1, in: PersonPair(1, 2), delivered: 3)] }
        ),
        ("a receipt of a former friend", .leaked, { $0.asides = [.receipt(of: 2, delivered: 0)] }),
        (
            "a hint of one who does not tell", .leaked,
            { world in
                world.lastDoings[2] = [
                    { script in
                        script.hear(.receipt(of: 3, in: PersonPair(2, 3), delivered: 0, read: 0))
                    }
                ]
            }
        ),
        (
            "typing of one who does not tell", .leaked,
            { world in
                world.doings[2] = [{ $0.set(.type(3)) }]
                world.lastDoings[3] = [{ $0.hear(.typing(2, in: PersonPair(2, 3))) }]
            }
        ),
        ("the marker of a stranger", .leaked, { $0.asides = [.marker(3)] }),
        ("the marker of a former friend", .leaked, { $0.asides = [.marker(2)] }),
        ("typing of a stranger", .leaked, { $0.asides = [.typing(3, in: PersonPair(0, 3))] }),
        ("typing of a former friend", .leaked, { $0.asides = [.typing(2, in: PersonPair(0, 2))] }),
        (
            "typing in the room of others", .leaked,
            {
                typing(&$0); $0.asides = [.typing(1, in: PersonPair(1, 2))]
            }
        ),
        (
            "typing of one who was not", .leaked,
            {
                typing(&$0); $0.doings[1] = []
            }
        ),
        (
            "a hole on one device", .lost,
            {
                absence(&$0); $0.absence?.snapshot = nil
            }
        ),
        (
            "a snapshot without a friend", .lost,
            {
                absence(&$0); $0.absence?.snapshot?.friends.friends = []
            }
        ),
        (
            "a snapshot with a former friend", .lost,
            { world in
                absence(&world)
                world.absence?.snapshot?.friends.friends.append(.init(2))
            }
        ),
        (
            "a snapshot with a match that is none", .leaked,
            { world in
                absence(&world)
                world.absence?.snapshot?.matches.matches = [.init("eat", with: 1)]
            }
        ),
        (
            "a snapshot without a message", .lost,
            {
                absence(&$0); $0.absence?.snapshot?.rooms.rooms = []
            }
        ),
        (
            "a snapshot with another mark", .lost,
            {
                absence(&$0); $0.absence?.snapshot?.rooms.rooms[0].mark.seq = 1
            }
        ),
        (
            "a snapshot with a block", .lost,
            {
                absence(&$0); $0.absence?.snapshot?.blocks.users = [.init(named: 2)]
            }
        ),
        (
            "a snapshot with a toggle", .lost,
            { world in
                absence(&world)
                var state = ActivityState()
                (state.activity, state.on) = ("gym", true)
                world.absence?.snapshot?.activities.activities = [state]
            }
        ),
    ]

    @Test(arguments: allowed.map(\.0))
    func `lets be what is allowed`(what: String) throws {
        let (_, plant) = try #require(Self.allowed.first { $0.0 == what })
        var world = CheckerWorld()
        plant(&world)
        #expect(world.violations == [])
    }

    @Test(arguments: planted.map(\.0))
    func `finds what was planted`(what: String) throws {
        let (_, kind, plant) = try #require(Self.planted.first { $0.0 == what })
        var world = CheckerWorld()
        plant(&world)
        #expect(world.kinds.contains(kind), "found only \(world.violations)")
    }
}
