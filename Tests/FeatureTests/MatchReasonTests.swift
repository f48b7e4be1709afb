import Kernel
import Testing
import Wire

/// Z39, Z43: why there is a match, or why not, in terms that one may know.
@Suite struct `Why there is a match` {
    @Test func `says since when, to both`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("coffee", on: true)
        try world.ben.set("coffee", on: true)
        let since = world.clock.now.timestamp
        try world.pass(.seconds(60))
        for (person, friend) in [(world.ana, "ben"), (world.ben, "ana")] {
            let reason = try person.why(friend, "coffee")
            #expect(reason.matched && reason.since == since && reason.obstacles == [])
        }
    }

    @Test func `or not, names each obstacle of one's own, and then no other`() throws {
        let world = try World(friends: [("ana", "ben")])
        #expect(try world.ana.why("ben", "coffee").obstacles == [.notOn])
        try world.ana.select("ben", for: "coffee", false)
        #expect(try world.ana.why("ben", "coffee").obstacles == [.notOn, .notMeant])
        try world.ana.set("coffee", on: true)
        let reason = try world.ana.why("ben", "coffee")
        #expect(reason.hasMatched && !reason.matched && !reason.hasSince)
        #expect(reason.obstacles == [.notMeant])
        try world.ana.select("ben", for: "coffee", true)
        #expect(try world.ana.why("ben", "coffee").obstacles == [.theirSide])
    }

    @Test func `or not, counts a wildcard that is on and meant for the friend`() throws {
        let world = try World(friends: [("ana", "ben")], wildcards: ["anything"])
        try world.ana.set("anything", on: true)
        #expect(try world.ana.why("ben", "coffee").obstacles == [.theirSide])
        try world.ana.select("ben", for: "anything", false)
        #expect(try world.ana.why("ben", "coffee").obstacles == [.notMeant])
        try world.ana.set("coffee", on: true)
        #expect(try world.ana.why("ben", "coffee").obstacles == [.theirSide])
        try world.ben.set("anything", on: true)
        #expect(try world.ana.why("ben", "coffee").matched)
    }

    @Test func `or not, forgets one that has ended`() throws {
        let world = try World(friends: [("ana", "ben")])
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        try world.ana.set("coffee", on: false)
        #expect(try world.ana.why("ben", "coffee").obstacles == [.notOn])
        #expect(try world.ben.why("ana", "coffee").obstacles == [.theirSide])
    }

    @Test func `is for friends: a stranger, nobody and oneself are refused alike`() throws {
        let world = try World()
        for name in ["ben", "nobody", "ana", ""] {
            expectRefusal(.notFriends, "friend") { _ = try world.ana.why(name, "coffee") }
        }
        expectRefusal(.notFound, "activity") { _ = try world.ana.why("ben", "juggling") }
    }

    /// Friends who do not match, each for another reason.
    static let sides: [@Sendable (Person) throws -> Void] = [
        { _ in },
        { friend in try friend.select("ana", for: "coffee", false) },
        { friend in
            try friend.select("ana", for: "coffee", false)
            try friend.set("coffee", on: true)
        },
        { friend in try friend.set("movie", on: true) },
    ]

    @Test(arguments: sides.indices)
    func `is the same in bytes and work, whatever the reason on the other side is`(
        side: Int
    ) throws {
        let traces = try [0, side].map { side in
            let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
            try Self.sides[side](world.ben)
            try world.ana.set("coffee", on: true)
            _ = try world.ana.why("ben", "coffee")
            _ = try world.ana.call(.asking(why: "ben", "coffee"), .binary)
            let work = try world.look(.asking(why: "ben", "coffee"), by: "ana")
            return (world.ana.trace, work)
        }
        #expect(traces[0].0 == traces[1].0)
        #expect(traces[0].1 == traces[1].1 && traces[0].1.count == 4)
    }
}
