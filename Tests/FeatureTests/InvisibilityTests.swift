import Kernel
import Testing
import Wire

/// I7, Z39: a user who is not up for it, not a friend or not selected learns nothing. Every byte
/// that such a user ever gets is the same, whether ana is up for coffee or not. Two who did
/// something together may let it be posted afterwards; that is their own choice, and here they do
/// not.
@Suite struct `An intent is invisible` {
    /// Everything that one can look at.
    private static func lookAround(_ person: Person) throws {
        _ = try person.activities()
        _ = try person.audience(for: "coffee")
        _ = try person.matches(.byTime, past: true)
        _ = try person.matches(.byActivity)
        _ = try person.friends()
        _ = try person.mailbox()
        _ = try person.rooms()
        _ = try person.lookUp("ana")
        _ = try person.circlePage()
        _ = try? person.why("ana", "coffee")
        _ = try? person.history(with: "ana")
        _ = try? person.select("ana", for: "coffee", true)
        _ = try person.openSession(token: person.world.token(of: person.name), after: 0)
    }

    /// ben's trace of an afternoon, in which ana was up for coffee or not.
    private static func trace(
        intent isThere: Bool, friends: [(String, String)],
        before: (World) throws -> Void = { _ in }, ben: (World) throws -> Void
    ) throws -> [[UInt8]] {
        let world = try World(friends: friends)
        for person in [world.ana, world.cleo] { try person.tell(circle: false) }
        try before(world)
        try ben(world)
        if isThere { try world.ana.set("coffee", on: true) }
        try world.cleo.set("coffee", on: true)
        try lookAround(world.ben)
        try world.pass(.seconds(600))
        try ben(world)
        if isThere { try world.ana.set("coffee", on: false) }
        try world.pass(.seconds(40))
        if isThere { try world.ana.set("coffee", on: true) }
        try ben(world)
        try lookAround(world.ben)
        try world.pass(.seconds(8000))
        try lookAround(world.ben)
        return world.ben.trace
    }

    @Test func `to a friend who is not up for it`() throws {
        let friends = [("ana", "ben"), ("ana", "cleo"), ("ben", "cleo")]
        let traces = try [true, false].map { isThere in
            try Self.trace(intent: isThere, friends: friends) { world in
                try world.ben.set("movie", on: true)
            }
        }
        #expect(traces[0] == traces[1])
        #expect(traces[0].count > 40)
    }

    @Test func `to a user who is up for it, but no friend`() throws {
        let traces = try [true, false].map { isThere in
            try Self.trace(intent: isThere, friends: [("ana", "cleo"), ("ben", "cleo")]) { world in
                try world.ben.set("coffee", on: true)
            }
        }
        #expect(traces[0] == traces[1])
    }

    @Test func `to a user who has asked to be a friend`() throws {
        let traces = try [true, false].map { isThere in
            try Self.trace(intent: isThere, friends: [("ben", "cleo")]) { world in
                try world.ben.request("ana")
                try world.ben.set("coffee", on: true)
            }
        }
        #expect(traces[0] == traces[1])
    }

    @Test func `to a friend who is up for it, but was deselected`() throws {
        let traces = try [true, false].map { isThere in
            try Self.trace(
                intent: isThere, friends: [("ana", "ben"), ("ana", "cleo"), ("ben", "cleo")],
                before: { try $0.ana.select("ben", for: "coffee", false) },
                ben: { try $0.ben.set("coffee", on: true) })
        }
        #expect(traces[0] == traces[1])
    }

    @Test func `but not to a friend who is up for it too`() throws {
        let traces = try [true, false].map { isThere in
            try Self.trace(intent: isThere, friends: [("ana", "ben")]) { world in
                try world.ben.set("coffee", on: true)
            }
        }
        #expect(traces[0] != traces[1])
    }
}
