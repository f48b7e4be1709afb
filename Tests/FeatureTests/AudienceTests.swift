import Kernel
import Testing
import Wire

/// Z38: for which friends an activity is meant.
@Suite struct `An audience` {
    @Test func `is all friends at first, by name`() throws {
        let world = try World(friends: [("ana", "cleo"), ("ana", "ben")])
        let audience = try world.ana.audience(for: "coffee")
        #expect(audience.activity == "coffee")
        #expect(audience.friends.map(\.user) == [.named("ben"), .named("cleo")])
        #expect(audience.friends.allSatisfy { $0.hasSelected && $0.selected })
    }

    @Test func `belongs to one activity of one person`() throws {
        let world = try World(friends: [("ana", "ben")])
        let audience = try world.ana.select("ben", for: "coffee", false)
        #expect(audience.friends.map(\.selected) == [false])
        #expect(try world.ana.audience(for: "movie").friends.map(\.selected) == [true])
        #expect(try world.ben.audience(for: "coffee").friends.map(\.selected) == [true])
    }

    @Test func `keeps excluded friends from matching, whichever side turns on first`() throws {
        for names in [["ana", "ben"], ["ben", "ana"]] {
            let world = try World(friends: [("ana", "ben")])
            try world.ana.select("ben", for: "coffee", false)
            for name in names { try world[dynamicMember: name].set("coffee", on: true) }
            #expect(world.ana.told == [])
            #expect(world.ben.told == [])
        }
    }

    @Test func `of both must have the other`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.select("ben", for: "coffee", false)
        try world.ben.select("ana", for: "coffee", false)
        try world.ana.set("coffee", on: true)
        try world.ben.set("coffee", on: true)
        try world.ana.select("ben", for: "coffee", true)
        #expect(world.ben.told == [])
        try world.ben.select("ana", for: "coffee", true)
        #expect(world.ben.told == [.match("coffee", with: "ana")])
        #expect(world.ana.told == [.match("coffee", with: "ben")])
    }

    @Test func `may be said twice`() throws {
        let world = try World(friends: [("ana", "ben")])
        for _ in 1...2 { try world.ana.select("ben", for: "coffee", false) }
        for _ in 1...2 { try world.ana.select("ben", for: "coffee", true) }
        #expect(try world.ana.audience(for: "coffee").friends.map(\.selected) == [true])
    }

    @Test(arguments: ["cleo", "ana", "nobody", ""])
    func `takes friends only`(name: String) throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.notFriends, "friend") { try world.ana.select(name, for: "coffee", false) }
    }
}
