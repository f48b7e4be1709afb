import Testing
import Wire

@testable import Promises

@Suite struct `The checker` {
    @Test func `finds nothing in a day on which everything was kept`() {
        #expect(CheckerWorld().violations == [])
    }

    /// Changes to a true day, and what they break.
    static let planted: [(String, Violation.Kind, @Sendable (inout CheckerWorld) -> Void)] = [
        (
            "acknowledged, in no inbox", .lost,
            { $0.sendings[9] = Sending(to: 1, acknowledgedAt: 9) }
        ),
        ("acknowledged, not in the friend's inbox", .lost, { $0.inboxes[1].removeLast() }),
        ("acknowledged, not in the author's inbox", .lost, { $0.inboxes[0].removeLast() }),
        ("acknowledged, not in the room", .lost, { $0.rooms[1][0]?.removeLast() }),
        (
            "shown, and gone", .lost,
            {
                $0.shownCount = 7; $0.inboxes[0].removeLast()
            }
        ),
        ("not shown", .lost, { $0.shownCount = 6 }),
        (
            "passed over", .lost,
            { world in
                world.shownCount = 5
                world.lastDoings[0] = [{ $0.show(7, .message(CheckerWorld.sayings[2])) }]
            }
        ),
        ("a room of which no event tells", .lost, { $0.inboxes[1].removeLast(3) }),
        (
            "friends for good, parted", .lost,
            { world in
                world.inboxes[2].append(.parted(3))
                world.inboxes[3].append(.parted(2))
                (world.friends[2], world.friends[3]) = ([], [])
            }
        ),
        (
            "both on, no match", .lost,
            { world in
                for person in 0...1 { world.matches[person] = [] }
            }
        ),
        (
            "a hole in the room", .lost,
            { world in
                for person in 0...1 {
                    world.inboxes[person].remove(at: world.inboxes[person].count - 2)
                }
            }
        ),
        (
            "one message, two rows", .duplicated,
            { world in
                world.inboxes[1].append(world.inboxes[1][4])
            }
        ),
        (
            "one cid, two messages", .duplicated,
            { world in
                let again = Saying(author: 0, number: 2, room: CheckerWorld.room, seq: 4)
                for person in 0...1 {
                    world.inboxes[person].append(.message(again))
                    world.rooms[person][1 - person]?.append(again)
                }
            }
        ),
        ("a message that nobody sent", .duplicated, { $0.sendings[2] = nil }),
        (
            "two notices of one overlap", .duplicated,
            { world in
                world.inboxes[0].append(.match("gym", with: 1))
                world.inboxes[1].append(.match("gym", with: 0))
            }
        ),
        (
            "the end of what had not begun", .duplicated,
            { $0.inboxes[0].append(.matchEnded("eat", with: 1)) }
        ),
        ("a match twice in the list", .duplicated, { $0.matches[0].append(.init("gym", with: 1)) }),
        ("another order for the friend", .reordered, { $0.inboxes[1].swapAt(2, 3) }),
        ("another order in the room", .reordered, { $0.rooms[0][1]?.swapAt(0, 1) }),
        ("acknowledged at another place", .reordered, { $0.sendings[2]?.acknowledgedAt = 2 }),
        (
            "a message between others", .leaked,
            { world in
                let saying = Saying(author: 0, number: 1, room: PersonPair(0, 1), seq: 1)
                world.inboxes[3].append(.message(saying))
            }
        ),
        (
            "a message after the parting", .leaked,
            { world in
                let saying = Saying(author: 2, number: 1, room: PersonPair(0, 2), seq: 1)
                world.inboxes[0].append(.message(saying))
            }
        ),
        (
            "a message to a stranger, accepted", .leaked,
            { $0.sendings[3] = Sending(to: 3, acknowledgedAt: 1) }
        ),
        ("a match with no friend", .leaked, { $0.inboxes[0].append(.match("gym", with: 2)) }),
        (
            "a match for what was excluded", .leaked,
            { $0.inboxes[0].append(.match("movie", with: 1)) }
        ),
        ("a match with one who is not on", .leaked, { $0.toggles[1] = [] }),
        ("a request of a stranger", .leaked, { $0.inboxes[0].append(.requested(by: 3)) }),
        ("the presence of a stranger", .leaked, { $0.asides = [.presence(of: 3)] }),
        ("the presence of a former friend", .leaked, { $0.asides = [.presence(of: 2)] }),
        ("a stranger in a digest", .leaked, { $0.asides = [.digest(of: [1, 3])] }),
        (
            "a friendship of one", .asymmetric,
            { world in
                world.friends[1] = []
                world.inboxes[1].append(.parted(0))
            }
        ),
        ("a list that the inbox contradicts", .asymmetric, { $0.friends[0].insert(2) }),
        (
            "a notice for one of the two", .asymmetric,
            { world in
                world.inboxes[1].remove(at: 1)
            }
        ),
        (
            "a notice for the other of the two", .asymmetric,
            { world in world.inboxes[0].remove(at: 2) }
        ),
        ("a match in one list", .asymmetric, { $0.matches[1] = [] }),
    ]

    @Test(arguments: planted.map(\.0))
    func `finds what was planted`(what: String) throws {
        let (_, kind, plant) = try #require(Self.planted.first { $0.0 == what })
        var world = CheckerWorld()
        plant(&world)
        #expect(world.kinds.contains(kind), "found only \(world.violations)")
    }

    @Test func `allows presence of friends, also of those who became friends again`() {
        var world = CheckerWorld()
        world.asides = [.presence(of: 1)]
        #expect(world.violations == [])
        world.asides = [.presence(of: 2)]
        world.inboxes[0].append(.befriended(2))
        world.inboxes[2].append(.befriended(0))
        world.friends[0].insert(2)
        world.friends[2].insert(0)
        #expect(world.violations == [])
    }

    @Test func `lets be passed over what says nothing any more`() {
        var world = CheckerWorld()
        world.inboxes[0].insert(.blank, at: 5)
        world.shownCount = 5
        world.lastDoings[0] = [
            { $0.show(7, .message(CheckerWorld.sayings[1])) },
            { $0.show(8, .message(CheckerWorld.sayings[2])) },
        ]
        #expect(world.violations == [])
    }

    @Test func `lets a parting end a match without a word`() {
        var world = CheckerWorld()
        world.inboxes[0] += [.befriended(2), .match("eat", with: 2), .parted(2), .befriended(2)]
        world.inboxes[0] += [.match("eat", with: 2), .matchEnded("eat", with: 2), .parted(2)]
        world.inboxes[2] += [.befriended(0), .match("eat", with: 0), .parted(0), .befriended(0)]
        world.inboxes[2] += [.match("eat", with: 0), .matchEnded("eat", with: 0), .parted(0)]
        #expect(world.violations == [])
    }

    @Test func `knows that messages of former friends may not be read`() throws {
        var world = CheckerWorld()
        let talk = (1...3).map { seq in
            InboxEntry.message(
                Saying(author: 2, number: -seq, room: PersonPair(0, 2), seq: UInt32(seq)))
        }
        let place = try #require(world.inboxes[0].firstIndex(of: .parted(2)))
        world.inboxes[0].insert(contentsOf: talk, at: place)
        world.inboxes[2].insert(contentsOf: talk, at: world.inboxes[2].count - 1)
        #expect(world.violations == [])
        world.inboxes[0][place + 1] = .blank
        #expect(world.violations.map(\.kind) == [.lost])
        world.unreadBlanks = [UInt32(place + 2)]
        #expect(world.violations == [])
    }

    @Test func `knows that matches with former friends may not be read`() {
        var world = CheckerWorld()
        let first = world.inboxes[0].count
        world.inboxes[0] += [.befriended(2), .match("eat", with: 2), .matchEnded("eat", with: 2)]
        world.inboxes[0] += [.match("eat", with: 2), .parted(2)]
        world.inboxes[2] += [.befriended(0), .match("eat", with: 0), .matchEnded("eat", with: 0)]
        world.inboxes[2] += [.match("eat", with: 0), .parted(0)]
        #expect(world.violations == [])
        for index in [first + 1, first + 2] { world.inboxes[0][index] = .blank }
        #expect(!world.violations.isEmpty, "events are missing")
        world.unreadBlanks = [UInt32(first + 2), UInt32(first + 3)]
        #expect(world.violations == [])
    }
}
