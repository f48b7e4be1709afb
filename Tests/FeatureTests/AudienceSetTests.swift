import Kernel
import Testing
import Wire

/// Z38, Z39: an activity that is meant for these friends and nobody else, now or later.
@Suite struct `An audience said in one step` {
    @Test func `is those friends, and no others`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        let answer = try world.ana.mean(["cleo"], others: false, for: "coffee")
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
    func `leaves out later friends, who receive nothing`(name: String, newcomer: String) throws {
        let world = try World(friends: [(name, "ben")])
        let (one, other) = (world[dynamicMember: name], world[dynamicMember: newcomer])
        try one.mean(["ben"], others: false, for: "coffee")
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
        try world.ana.mean(["ben"], others: false, for: "coffee")
        try world.befriend("cleo", "ana")
        for person in [world.ana, world.cleo] { try person.set("coffee", on: true) }
        #expect(try world.cleo.matches() == [])
        try world.ana.mean([], others: true, for: "coffee")
        #expect(world.cleo.inbox.last == .match("coffee", with: "ana"))
        try world.signUp("dora")
        try world.dora.set("coffee", on: true)
        try world.befriend("dora", "ana")
        #expect(world.dora.inbox.last == .match("coffee", with: "ana"))
        #expect(try world.ana.audience(for: "coffee").newcomers)
    }

    @Test func `holds for a former friend as for every later one`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        let isMeant = { (others: Bool?) in
            try world.ana.select("cleo", for: "coffee", others == false)
            try world.ana.remove("cleo")
            try world.ana.mean(["ben"], others: others, for: "coffee")
            try world.befriend("cleo", "ana")
            return try world.ana.audience(for: "coffee").friends.map(\.selected)
        }
        #expect(try isMeant(nil) == [true, false])
        #expect(try isMeant(true) == [true, true])
        #expect(try isMeant(false) == [true, false])
    }

    @Test func `keeps the choice about later friends when it does not name them`() throws {
        let world = try World(friends: [("ana", "ben")])
        for newcomers in [true, false] {
            try world.ana.mean([], others: newcomers, for: "coffee")
            #expect(try world.ana.mean(["ben"], for: "coffee").newcomers == newcomers)
            #expect(try world.ana.audience(for: "coffee").newcomers == newcomers)
        }
    }

    @Test func `changes nothing for friends that it does not name`() throws {
        func meant(by person: Person) throws -> [Bool] {
            try person.audience(for: "coffee").friends.map(\.selected)
        }
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.signUp("dora")
        try world.befriend("dora", "ana")
        try world.ana.select("dora", for: "coffee", false)
        try world.ana.mean(["dora"], not: ["ben"], for: "coffee")
        #expect(try meant(by: world.ana) == [false, true, true])
        // Another device has made another choice meanwhile.
        try world.ana.select("cleo", for: "coffee", false)
        try world.ana.mean(["ben"], for: "coffee")
        #expect(try meant(by: world.ana) == [true, false, true])
        #expect(try world.ana.audience(for: "coffee").newcomers)
    }

    @Test func `may be everybody but one`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.mean(["ben"], others: false, for: "coffee")
        try world.ana.mean([], not: ["ben"], others: true, for: "coffee")
        #expect(try world.ana.audience(for: "coffee").friends.map(\.selected) == [false, true])
        try world.signUp("dora")
        try world.befriend("dora", "ana")
        #expect(
            try world.ana.audience(for: "coffee").friends.map(\.selected) == [false, true, true])
    }

    @Test func `refuses to add and to drop the same friend`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        expectRefusal(.invalidField, "drop") {
            try world.ana.mean(["cleo", "ben"], not: ["ben"], others: false, for: "coffee")
        }
        #expect(try world.ana.audience(for: "coffee").friends.map(\.selected) == [true, true])
    }

    @Test func `ends the matches with friends that it leaves out, and no others`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for person in [world.ana, world.ben, world.cleo] { try person.set("coffee", on: true) }
        try world.ana.mean(["ben"], others: false, for: "coffee")
        #expect(try world.ana.matches() == ["coffee with ben"])
        #expect(try world.cleo.matches() == [])
        try world.pass(.seconds(31))
        #expect(world.cleo.inbox.last == .matchEnded("coffee", with: "ana"))
        #expect(world.ben.inbox.last == .match("coffee", with: "ana"))
    }

    @Test func `that changes reaches all of its owner's devices, and nobody else`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        let traces = { [world.ben.trace, world.cleo.trace] }
        let before = traces()
        try world.ana.mean([], not: ["cleo"], for: "coffee")
        #expect(world.ana.inbox == [.audienceChanged("coffee")])
        try world.ana.mean(["ben"], not: ["cleo"], for: "coffee")
        try world.ana.mean([], not: ["cleo"], others: true, for: "coffee")
        #expect(world.ana.inbox.count == 1, "that changes nothing")
        try world.ana.mean(["ben"], others: false, for: "coffee")
        try world.ana.mean(["cleo"], for: "coffee")
        try world.ana.mean(["cleo"], for: "coffee")
        try world.ana.mean([], others: true, for: "coffee")
        #expect(world.ana.inbox == Array(repeating: .audienceChanged("coffee"), count: 4))
        #expect(traces() == before)
    }

    @Test func `that changes for one friend reaches its owner's devices, too, each time`() throws {
        let world = try World(friends: [("ana", "ben")])
        let before = world.ben.trace
        try world.ana.select("ben", for: "movie", true)
        #expect(world.ana.inbox == [])
        for selected in [false, false, true, true] {
            try world.ana.select("ben", for: "movie", selected)
        }
        #expect(world.ana.inbox == [.audienceChanged("movie"), .audienceChanged("movie")])
        #expect(world.ben.trace == before)
    }

    @Test(arguments: ["cleo", "ana", "nobody", ""])
    func `changes nothing when one of them is no friend`(name: String) throws {
        let world = try World(friends: [("ana", "ben")])
        try world.signUp("dora")
        try world.befriend("dora", "ana")
        try world.ana.select("dora", for: "coffee", false)
        for names in [["dora", name], [name], ["ben", "dora", name]] {
            expectRefusal(.notFriends, "add") {
                try world.ana.mean(names, others: false, for: "coffee")
            }
            expectRefusal(.notFriends, "drop") {
                try world.ana.mean([], not: names, others: true, for: "coffee")
            }
        }
        let audience = try world.ana.audience(for: "coffee")
        #expect(audience.friends.map(\.selected) == [true, false])
        #expect(audience.newcomers)
    }

    @Test func `may name a friend twice, and a hundred friends`() throws {
        let world = try World()
        let names = (100..<200).map { "friend\($0)" }
        for name in names {
            try world.signUp(name)
            try world.befriend(name, "ana")
        }
        for meant in [[names[7], names[7]], Array(names.dropFirst(50)), [], names] {
            try world.ana.mean(meant, others: false, for: "coffee")
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
