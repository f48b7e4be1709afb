import Kernel
import Testing
import Wire

/// Z38, Z39: an activity that is meant for these friends and nobody else, now or later.
@Suite struct `An audience said at once` {
    @Test func `is those friends, and no others`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        let answer = try world.ana.mean(["cleo"], for: "coffee", newcomers: false)
        #expect(answer.activity == "coffee" && answer.hasNewcomers && !answer.newcomers)
        let audience = try world.ana.audience(for: "coffee")
        #expect(audience.friends.map(\.selected) == [false, true])
        #expect(audience.hasNewcomers && !audience.newcomers)
        let other = try world.ana.audience(for: "movie")
        #expect(other.friends.map(\.selected) == [true, true])
        #expect(other.hasNewcomers && other.newcomers)
        #expect(try world.ben.audience(for: "coffee").newcomers)
        let member = try world.ana.select("ben", for: "coffee", true)
        #expect(member.hasNewcomers && !member.newcomers)
    }

    @Test(arguments: [("ana", "cleo"), ("cleo", "ana")])
    func `leaves out who becomes a friend later, who is told nothing`(
        name: String, newcomer: String
    ) throws {
        let world = try World(friends: [(name, "ben")])
        let (one, other) = (world[dynamicMember: name], world[dynamicMember: newcomer])
        try one.mean(["ben"], for: "coffee", newcomers: false)
        for person in [one, other, world.ben] { try person.set("coffee", on: true) }
        try other.request(name)
        try one.accept(newcomer)
        #expect(!other.inbox.contains(.match("coffee", with: name)))
        #expect(try other.matches() == [])
        #expect(try one.matches() == ["coffee with ben"])
        let audience = try one.audience(for: "coffee")
        #expect(audience.friends.filter(\.selected).map(\.user.username) == ["ben"])
        for person in [one, other] { try person.set("movie", on: true) }
        #expect(try other.matches() == ["movie with \(name)"])
    }

    @Test func `is everybody again, also those to come`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.mean(["ben"], for: "coffee", newcomers: false)
        try world.befriend("cleo", "ana")
        for person in [world.ana, world.cleo] { try person.set("coffee", on: true) }
        #expect(try world.cleo.matches() == [])
        try world.ana.mean(["ben", "cleo"], for: "coffee", newcomers: true)
        #expect(world.cleo.inbox.last == .match("coffee", with: "ana"))
        try world.signUp("dora")
        try world.dora.set("coffee", on: true)
        try world.befriend("dora", "ana")
        #expect(world.dora.inbox.last == .match("coffee", with: "ana"))
        #expect(try world.ana.audience(for: "coffee").newcomers)
    }

    @Test func `holds for who was a friend before as for everybody who comes`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        let isMeant = { (newcomers: Bool?) in
            try world.ana.select("cleo", for: "coffee", newcomers == false)
            try world.ana.remove("cleo")
            try world.ana.mean(["ben"], for: "coffee", newcomers: newcomers)
            try world.befriend("cleo", "ana")
            return try world.ana.audience(for: "coffee").friends.map(\.selected)
        }
        #expect(try isMeant(nil) == [true, false])
        #expect(try isMeant(true) == [true, true])
        #expect(try isMeant(false) == [true, false])
    }

    @Test func `leaves it at what was said of friends to come, when it says nothing of them`()
        throws
    {
        let world = try World(friends: [("ana", "ben")])
        for newcomers in [true, false] {
            try world.ana.mean([], for: "coffee", newcomers: newcomers)
            #expect(try world.ana.mean(["ben"], for: "coffee").newcomers == newcomers)
            #expect(try world.ana.audience(for: "coffee").newcomers == newcomers)
        }
    }

    @Test func `ends the matches with whom it leaves out, and with nobody else`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for person in [world.ana, world.ben, world.cleo] { try person.set("coffee", on: true) }
        try world.ana.mean(["ben"], for: "coffee", newcomers: false)
        #expect(try world.ana.matches() == ["coffee with ben"])
        #expect(try world.cleo.matches() == [])
        try world.pass(.seconds(31))
        #expect(world.cleo.inbox.last == .matchEnded("coffee", with: "ana"))
        #expect(world.ben.inbox.last == .match("coffee", with: "ana"))
    }

    @Test(arguments: ["cleo", "ana", "nobody", ""])
    func `changes nothing when one of them is no friend`(name: String) throws {
        let world = try World(friends: [("ana", "ben")])
        try world.signUp("dora")
        try world.befriend("dora", "ana")
        try world.ana.select("dora", for: "coffee", false)
        for names in [["dora", name], [name], ["ben", "dora", name]] {
            expectRefusal(.notFriends, "friends") {
                try world.ana.mean(names, for: "coffee", newcomers: false)
            }
        }
        let audience = try world.ana.audience(for: "coffee")
        #expect(audience.friends.map(\.selected) == [true, false])
        #expect(audience.newcomers)
    }

    @Test func `may name somebody twice, and a hundred friends`() throws {
        let world = try World()
        let names = (100..<200).map { "friend\($0)" }
        for name in names {
            try world.signUp(name)
            try world.befriend(name, "ana")
        }
        for meant in [[names[7], names[7]], Array(names.dropFirst(50)), [], names] {
            try world.ana.mean(meant, for: "coffee", newcomers: false)
            let friends = try world.ana.audience(for: "coffee").friends
            #expect(Set(friends.filter(\.selected).map(\.user.username)) == Set(meant))
        }
    }
}

extension World {
    /// The one asks, the other accepts.
    fileprivate func befriend(_ name: String, _ other: String) throws {
        try self[dynamicMember: name].request(other)
        try self[dynamicMember: other].accept(name)
    }
}
