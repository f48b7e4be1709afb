import Kernel
import Testing
import Wire

/// Z44, Z46, I6: one notice to each per overlap; off and on again within 30 s is the same one.
@Suite struct `An overlap` {
    /// ana and ben are up for coffee, and have received the match.
    static func begun() throws -> World {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("coffee", on: true)
        try world.ben.set("coffee", on: true)
        return world
    }

    @Test func `ends when one turns it off, with one event to each, 30 s later`() throws {
        let world = try Self.begun()
        try world.ben.set("coffee", on: false)
        #expect(try world.ana.matches() == [])
        try world.pass(.seconds(29))
        #expect(world.ana.told == [.match("coffee", with: "ben")])
        try world.pass(.seconds(1))
        try world.pass(.seconds(1))
        #expect(
            world.ana.told == [.match("coffee", with: "ben"), .matchEnded("coffee", with: "ben")])
        #expect(
            world.ben.told == [.match("coffee", with: "ana"), .matchEnded("coffee", with: "ana")])
    }

    @Test func `goes on without a word after a flap of less than 30 s`() throws {
        let world = try Self.begun()
        for _ in 1...5 {
            try world.ana.set("coffee", on: false)
            try world.pass(.seconds(29))
            try world.ana.set("coffee", on: true)
        }
        try world.pass(.seconds(60))
        #expect(world.ana.told == [.match("coffee", with: "ben")])
        #expect(world.ben.told == [.match("coffee", with: "ana")])
        #expect(try world.ana.matches(past: true) == ["coffee with ben"])
    }

    @Test func `goes on when one returns as the other leaves, and the other returns too`() throws {
        let world = try Self.begun()
        try world.ana.set("coffee", on: false)
        try world.ben.set("coffee", on: false)
        try world.pass(.seconds(10))
        try world.ana.set("coffee", on: true)
        try world.pass(.seconds(10))
        try world.ben.set("coffee", on: true)
        try world.pass(.seconds(60))
        #expect(world.ana.told == [.match("coffee", with: "ben")])
        #expect(world.ben.told == [.match("coffee", with: "ana")])
    }

    @Test func `is a new one after 30 s, with a new event`() throws {
        let world = try Self.begun()
        try world.ana.set("coffee", on: false)
        try world.pass(.seconds(30))
        try world.ana.set("coffee", on: true)
        let story: [Event] = [
            .match("coffee", with: "ben"), .matchEnded("coffee", with: "ben"),
            .match("coffee", with: "ben"),
        ]
        #expect(world.ana.told == story)
        #expect(world.ben.told.count == 3)
        #expect(try world.ana.matches(past: true) == ["coffee with ben", "coffee with ben"])
    }

    @Test func `is a new one after 30 s, even when the daemon was down for the end of it`() throws {
        let world = try Self.begun()
        try world.ana.set("coffee", on: false)
        world.clock.advance(by: .seconds(600))
        try world.restart()
        try world.ana.set("coffee", on: true)
        try world.pass(.seconds(60))
        let story: [Event] = [
            .match("coffee", with: "ana"), .matchEnded("coffee", with: "ana"),
            .match("coffee", with: "ana"),
        ]
        #expect(world.ben.told == story)
        #expect(try world.ben.matches() == ["coffee with ana"])
    }

    @Test func `is only prolonged when a toggle that is on is set on again`() throws {
        let world = try Self.begun()
        try world.pass(.seconds(3600))
        try world.ana.set("coffee", on: true)
        try world.ben.set("coffee", on: true)
        try world.pass(.seconds(7000))
        #expect(try world.ana.matches() == ["coffee with ben"])
        #expect(world.ana.told == [.match("coffee", with: "ben")])
        #expect(world.ben.told == [.match("coffee", with: "ana")])
    }

    @Test func `ends with the expiry of one side, with one event to each`() throws {
        let world = try Self.begun()
        try world.pass(.seconds(3600))
        try world.ben.set("coffee", on: true)
        try world.pass(.seconds(3600))
        #expect(try world.ben.matches() == [])
        #expect(try world.ben.active() == ["coffee"])
        try world.pass(.seconds(30))
        #expect(world.ana.inbox.contains(.turnedOff("coffee", expired: true)))
        #expect(world.ana.told.last == .matchEnded("coffee", with: "ben"))
        #expect(world.ben.told.last == .matchEnded("coffee", with: "ana"))
        #expect(world.ana.told.count == 2)
        #expect(world.ben.told.count == 2)
    }

    @Test func `does not outlive an expiry that the daemon has not come to yet`() throws {
        let world = try Self.begun()
        world.clock.advance(by: .seconds(3600))
        try world.ben.set("coffee", on: true)
        world.clock.advance(by: .seconds(3600))
        try world.ben.set("movie", on: true)
        #expect(try world.ben.matches() == [])
        try world.pass(.seconds(30))
        #expect(world.ben.told.last == .matchEnded("coffee", with: "ana"))
        #expect(world.ana.told.count == 2)
    }

    @Test func `ends when one deselects the other, and begins again when selected`() throws {
        let world = try Self.begun()
        try world.ana.select("ben", for: "coffee", false)
        #expect(try world.ben.matches() == [])
        try world.pass(.seconds(30))
        try world.ana.select("ben", for: "coffee", true)
        let story: [Event] = [
            .match("coffee", with: "ana"), .matchEnded("coffee", with: "ana"),
            .match("coffee", with: "ana"),
        ]
        #expect(world.ben.told == story)
    }

    @Test func `goes on when a deselected friend is selected again within 30 s`() throws {
        let world = try Self.begun()
        try world.ana.select("ben", for: "coffee", false)
        try world.pass(.seconds(20))
        try world.ana.select("ben", for: "coffee", true)
        try world.pass(.seconds(60))
        #expect(world.ben.told == [.match("coffee", with: "ana")])
        #expect(world.ana.told == [.match("coffee", with: "ben")])
    }

    @Test func `of one pair ends alone`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for name in World.cast { try world[dynamicMember: name].set("gym", on: true) }
        try world.ben.set("gym", on: false)
        try world.pass(.seconds(30))
        #expect(try world.ana.matches() == ["gym with cleo"])
        #expect(world.cleo.told == [.match("gym", with: "ana")])
    }
}
