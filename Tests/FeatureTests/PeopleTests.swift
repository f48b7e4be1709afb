import Features
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// U10, U11, U15: the list of people, and several friends at once.
@Suite struct `Several people at once` {
    private static func settings(
        policy: String = "request", list: String = "listed"
    ) -> SettingValues {
        var settings = SettingValues()
        settings[text: "friends.policy"] = policy
        settings[text: "people.list"] = list
        return settings
    }

    @Test func `are listed when they have chosen to be`() throws {
        let world = try World(friends: [("ana", "ben")])
        #expect(try world.cleo.people().people == [])
        #expect(try world.ana.privacy().hasListed && !world.ana.privacy().listed)
        for person in [world.ana, world.ben] { #expect(try person.tell(listed: true).listed) }
        try world.ben.tell(typing: false)
        let people = try world.ana.people()
        #expect(people.people.map(\.user.username) == ["ana", "ben"])
        #expect(people.people.map(\.relation) == [.yourself, .friend])
        try world.ben.tell(listed: false)
        #expect(try world.cleo.people().people.map(\.user.username) == ["ana"])
        try world.ana.deleteAccount()
        #expect(try world.cleo.people().people == [])
        for _ in 1...30 { try world.pass(.seconds(1)) }
        #expect(try world.count(of: "account") == 2)
    }

    @Test func `are everybody, or nobody, as the server is set`() throws {
        let world = try World(settings: Self.settings(list: "all"))
        #expect(try world.ana.people().people.map(\.user.username) == ["ana", "ben", "cleo"])
        let off = try World(settings: Self.settings(list: "off"))
        expectRefusal(.notFound) { _ = try off.ana.people() }
    }

    @Test(arguments: ["listed", "all"])
    func `come in pages, by the beginning of their names`(list: String) throws {
        let world = try World(settings: Self.settings(list: list))
        let names = ["carl", "carla", "carlos", "dora"]
        for name in names {
            try world.signUp(name)
            try world[dynamicMember: name].tell(listed: true)
        }
        let first = try world.ana.people("carl", limit: 2)
        #expect(first.people.map(\.user.username) == ["carl", "carla"] && first.next == "carla")
        let second = try world.ana.people("carl", after: first.next, limit: 2)
        #expect(second.people.map(\.user.username) == ["carlos"] && second.next == "")
        expectRefusal(.invalidField, "limit") { _ = try world.ana.people(limit: 101) }
        expectRefusal(.invalidField, "prefix") { _ = try world.ana.people("C%") }
    }

    @Test func `look like strangers, also those who have blocked one`() throws {
        let world = try World(settings: Self.settings(list: "all"))
        let before = try world.ben.people()
        try world.ana.block("ben")
        #expect(try world.ben.people() == before)
        #expect(try world.ana.people("ben").people.map(\.relation) == [.blocked])
    }

    @Test func `are added and dropped in one step, each as if it came alone`() throws {
        let world = try World(friends: [("ana", "ben")])
        for name in ["dora", "emil"] { try world.signUp(name) }
        try world.dora.request("ana")
        let came = try world.ana.change(
            add: ["cleo", "dora", "nobody", "ana"], drop: ["ben", "emil"], cid: "k1")
        #expect(
            came == [
                "cleo requested", "dora friend", "nobody stranger notFound", "ana yourself oneself",
                "ben stranger", "emil stranger notFriends",
            ])
        #expect(try world.ana.friendNames() == ["dora"])
        #expect(world.cleo.inbox == [.requested(by: "ana")])
        #expect(world.ben.inbox == [.unfriended("ana")])
        for names in [[], (1...21).map { "name\($0)" }] {
            expectRefusal(.invalidField, "add") { try world.ana.change(add: names) }
        }
        expectRefusal(.invalidField, "drop") {
            try world.ana.change(add: ["cleo"], drop: ["cleo"])
        }
        expectRefusal(.invalidField, "add") { try world.ana.change(add: ["cleo", "Ben"]) }
        #expect(try world.ana.friendNames() == ["dora"])
    }

    @Test func `are friends at once where the server is set so, unless one has blocked`() throws {
        let world = try World(settings: Self.settings(policy: "instant"))
        try world.cleo.block("ana")
        #expect(
            try world.ana.change(add: ["ben", "cleo"]) == ["ben friend", "cleo requested"])
        #expect(world.ben.inbox == [.befriended("ana")])
        #expect(try world.ana.friendNames() == ["ben"])
        try world.signUp("dora")
        try world.dora.request("ben")
        #expect(try world.ben.friendNames() == ["ana", "dora"])
    }

    @Test func `are found by name, and those who are listed by a confirmed address`() throws {
        let world = try World()
        let list = ["ben", "nobody", "ben", "ana@example.org", "Cleo@Example.org", "x y", "\0"]
        #expect(try world.ben.find(list) == ["ben"])
        try world.cleo.tell(listed: true)
        #expect(try world.ben.find(list) == ["ben"])
        try world.confirmAddresses()
        #expect(try world.ben.find(list) == ["ben", "cleo"])
        try world.cleo.tell(listed: false)
        #expect(try world.ben.find(list) == ["ben"])
        expectRefusal(.invalidField, "people") { _ = try world.ben.find([]) }
        expectRefusal(.invalidField, "people") {
            _ = try world.ben.find([String](repeating: "x", count: 101))
        }
    }

    @Test func `tell nothing of an address that is not to be found`() throws {
        let traces = try (0...2).map { kind in
            let world = try World()
            try world.signUp("dora")
            if kind > 0 { try world.confirmAddresses() }
            let address = kind == 2 ? "nobody@example.org" : "dora@example.org"
            let command = ClientMessage.OneOf_Command.friendImport(.with { $0.people = [address] })
            _ = try world.ben.call(command)
            return (world.ben.trace, try world.look(command, by: "ben"))
        }
        for trace in traces.dropFirst() {
            #expect(trace.0 == traces[0].0 && trace.1 == traces[0].1)
        }
    }
}

extension World {
    /// Everybody has confirmed the address that they gave.
    fileprivate func confirmAddresses() throws {
        try daemon { (transaction) throws(Refusal) in
            try transaction.run(
                "UPDATE account SET verified_ms = \(transaction.now), email = lower(address)")
        }
    }
}
