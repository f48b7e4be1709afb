import Kernel
import Testing
import Wire

/// Z37, Z43-Z47: friends who are up for the same thing receive a match.
@Suite struct `Matches` {
    @Test func `tell two friends who are up for the same thing, once`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("coffee", on: true)
        #expect(world.ben.inbox == [])
        try world.ben.set("coffee", on: true)
        #expect(world.ana.told == [.match("coffee", with: "ben")])
        #expect(world.ben.told == [.match("coffee", with: "ana")])
        try world.pass(.seconds(60))
        #expect(world.ana.told == [.match("coffee", with: "ben")])
        #expect(world.ben.told == [.match("coffee", with: "ana")])
    }

    @Test func `need the same activity`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("coffee", on: true)
        try world.ben.set("movie", on: true)
        try world.ben.set("anything", on: true)
        #expect(world.ana.told == [])
        #expect(world.ben.told == [])
        #expect(try world.ana.matches() == [])
    }

    @Test func `need friendship`() throws {
        let world = try World(friends: [("ana", "ben"), ("ben", "cleo")])
        try world.ana.set("coffee", on: true)
        try world.cleo.set("coffee", on: true)
        #expect(world.ana.told == [])
        #expect(world.cleo.told == [])
    }

    @Test func `are one per activity that both have on`() throws {
        let world = try World(friends: [("ana", "ben")])
        for activity in ["coffee", "movie"] { try world.ana.set(activity, on: true) }
        for activity in ["coffee", "movie"] { try world.ben.set(activity, on: true) }
        #expect(world.ana.told == [.match("coffee", with: "ben"), .match("movie", with: "ben")])
        #expect(world.ben.told == [.match("coffee", with: "ana"), .match("movie", with: "ana")])
    }

    @Test func `of three mutual friends are three pairs`() throws {
        let world = try World(friends: [("ana", "ben"), ("ben", "cleo"), ("ana", "cleo")])
        for name in World.cast { try world[dynamicMember: name].set("gym", on: true) }
        #expect(world.ana.told == [.match("gym", with: "ben"), .match("gym", with: "cleo")])
        #expect(world.ben.told == [.match("gym", with: "ana"), .match("gym", with: "cleo")])
        #expect(world.cleo.told == [.match("gym", with: "ana"), .match("gym", with: "ben")])
    }

    @Test func `of toggles in one commit are one, with one notice to each`() throws {
        let world = try World(friends: [("ana", "ben")])
        _ = try world.together([
            ("ana", .setting("coffee", on: true)), ("ben", .setting("coffee", on: true)),
        ])
        #expect(world.ana.told == [.match("coffee", with: "ben")])
        #expect(world.ben.told == [.match("coffee", with: "ana")])
        #expect(try world.ana.matches() == ["coffee with ben"])
    }

    @Test(arguments: 1...8)
    func `of toggles on two threads are one, with one notice to each`(attempt: Int) throws {
        let world = try World(friends: [("ana", "ben")])
        _ = try world.atOnce([
            ("ana", .setting("coffee", on: true)), ("ben", .setting("coffee", on: true)),
        ])
        #expect(world.ana.told == [.match("coffee", with: "ben")])
        #expect(world.ben.told == [.match("coffee", with: "ana")])
    }

    @Test func `begin when two become friends while both are up for it`() throws {
        let world = try World()
        try world.ana.set("eat", on: true)
        try world.ben.set("eat", on: true)
        try world.ana.request("ben")
        try world.ben.accept("ana")
        #expect(world.ana.told == [.befriended("ben"), .match("eat", with: "ben")])
        #expect(
            world.ben.told == [
                .requested(by: "ana"), .befriended("ana"), .match("eat", with: "ana"),
            ])
    }

    @Test func `end without a word when the friendship does`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("coffee", on: true)
        try world.ben.set("coffee", on: true)
        try world.ana.remove("ben")
        try world.pass(.seconds(31))
        #expect(try world.ana.stored().contains(.match("coffee", with: "ben")))
        #expect(try world.ben.stored().contains(.match("coffee", with: "ana")))
        #expect(world.ana.told == [.unfriended("ben")])
        #expect(world.ben.told == [.unfriended("ana")])
        #expect(try world.ana.matches(past: true) == [])
        #expect(try world.ana.active() == ["coffee"])
    }

    @Test func `begin anew with a new friendship`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("coffee", on: true)
        try world.ben.set("coffee", on: true)
        try world.ana.remove("ben")
        try world.ben.request("ana")
        try world.ana.accept("ben")
        #expect(world.ben.told.suffix(2) == [.befriended("ana"), .match("coffee", with: "ana")])
        #expect(world.ana.told.suffix(2) == [.befriended("ben"), .match("coffee", with: "ben")])
        #expect(try world.ana.matches() == ["coffee with ben"])
    }

    @Test func `survive a restart, and are not sent again`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("coffee", on: true)
        try world.ben.set("coffee", on: true)
        try world.restart()
        try world.pass(.seconds(31))
        try world.ana.set("coffee", on: true)
        #expect(world.ana.told == [.match("coffee", with: "ben")])
        #expect(world.ben.told == [.match("coffee", with: "ana")])
        #expect(try world.ben.matches() == ["coffee with ana"])
    }

    @Test func `reach an absent user, in the inbox`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ben.set("coffee", on: true)
        let seen = try #require(world.ben.numberedInbox.last?.seq)
        try world.ana.set("coffee", on: true)
        let session = try world.ben.openSession(token: world.token(of: "ben"), after: seen)
        #expect(session.grant.cursor == seen)
        #expect(world.ben.numberedInbox.last?.seq == seen + 1)
        #expect(world.ben.inbox.last == .match("coffee", with: "ana"))
    }
}
