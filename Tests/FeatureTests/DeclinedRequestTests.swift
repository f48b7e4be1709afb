import Kernel
import Testing
import Wire

/// Z15, I9: the sender of a request cannot tell declined from pending.
@Suite struct `A declined request` {
    @Test func `is gone for its recipient, and nobody else receives an event`() throws {
        let world = try World()
        try world.ana.request("ben")
        try world.ben.decline("ana")
        #expect(
            world.ben.inbox == [.requested(by: "ana"), .requestClosed(from: "ana", to: "ben")])
        #expect(world.ana.inbox == [])
        #expect(try world.ben.mailbox() == Mailbox())
        #expect(try world.ben.lookUp("ana").relation == .stranger)
        #expect(try world.ben.friendNames() == [])
    }

    @Test func `cannot be accepted or declined any more`() throws {
        let world = try World()
        try world.ana.request("ben")
        try world.ben.decline("ana")
        expectRefusal(.noSuchRequest, "from") { try world.ben.accept("ana") }
        expectRefusal(.noSuchRequest, "from") { try world.ben.decline("ana") }
    }

    @Test func `makes them friends when the one who declined asks in turn`() throws {
        let world = try World()
        try world.ana.request("ben")
        try world.ben.decline("ana")
        #expect(try world.ben.request("ana") == true)
        #expect(world.ana.inbox == [.befriended("ben")])
    }

    @Test func `does not come back when it is made again`() throws {
        let world = try World()
        try world.ana.request("ben")
        try world.ben.decline("ana")
        try world.ana.request("ben", "please")
        #expect(try world.ben.mailbox() == Mailbox())
        #expect(world.ben.inbox.count == 2)
    }

    @Test func `withdrawn sends nothing to its recipient`() throws {
        let world = try World()
        try world.ana.request("ben")
        try world.ben.decline("ana")
        let before = world.ben.inbox
        try world.ana.withdraw("ben")
        #expect(world.ben.inbox == before)
        #expect(world.ana.inbox == [.requestClosed(from: "ana", to: "ben")])
    }

    /// What a sender may try, to find out.
    static let probes: [@Sendable (Person) throws -> Void] = [
        { _ in },
        { try $0.request("ben", "again") },
        { try $0.withdraw("ben") },
        { ana in
            try ana.withdraw("ben")
            try ana.request("ben", "anew")
        },
        { ana in
            try ana.withdraw("ben")
            expectRefusal(.noSuchRequest, "to") { try ana.withdraw("ben") }
        },
        { ana in
            expectRefusal(.notFriends, "to") { try ana.say("hi", to: "ben") }
            expectRefusal(.notFriends, "friend") { try ana.remove("ben") }
            expectRefusal(.noSuchRequest, "from") { try ana.accept("ben") }
        },
        { try $0.set("coffee", on: true) },
    ]

    @Test(arguments: probes.indices)
    func `gives its sender the same bytes as a pending one`(probe: Int) throws {
        let traces = try [true, false].map { isDeclined in
            let world = try World(friends: [("ana", "cleo")])
            try world.ana.request("ben", "hello")
            if isDeclined { try world.ben.decline("ana") }
            try world.pass(.seconds(60))
            try Self.probes[probe](world.ana)
            try world.pass(.seconds(60))
            try Self.lookAround(world.ana)
            return world.ana.trace
        }
        #expect(traces[0] == traces[1])
        #expect(traces[0].count >= 14)
    }

    @Test func `gives its sender the same bytes when they become friends after all`() throws {
        let traces = try [true, false].map { isDeclined in
            let world = try World()
            try world.ana.request("ben", "hello")
            if isDeclined { try world.ben.decline("ana") }
            try world.ben.request("ana")
            try Self.lookAround(world.ana)
            return world.ana.trace
        }
        #expect(traces[0] == traces[1])
    }

    /// Everything that a sender can look at.
    private static func lookAround(_ ana: Person) throws {
        _ = try ana.lookUp("ben")
        _ = try ana.mailbox()
        _ = try ana.friends()
        _ = try ana.rooms()
        _ = try ana.matches(past: true)
        _ = try ana.audience(for: "coffee")
        _ = try ana.openSession(token: ana.world.token(of: "ana"), after: 0)
    }
}
