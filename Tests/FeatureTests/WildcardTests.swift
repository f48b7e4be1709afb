import Kernel
import Testing
import Wire

/// Z46: "Anything" matches every activity, unless the configuration makes it one of its own.
@Suite struct `Anything` {
    @Test func `matches only anything, if the configuration says so`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("anything", on: true)
        try world.ben.set("coffee", on: true)
        #expect(world.ana.told == [])
        try world.ben.set("anything", on: true)
        #expect(world.ana.told == [.match("anything", with: "ben")])
    }

    @Test func `as a wildcard meets whatever the other has on`() throws {
        let world = try World(friends: [("ana", "ben")], wildcards: ["anything"])
        try world.ana.set("anything", on: true)
        try world.ben.set("coffee", on: true)
        #expect(world.ana.told == [.match("coffee", with: "ben")])
        #expect(world.ben.told == [.match("coffee", with: "ana")])
    }

    @Test func `as a wildcard on both sides is one match`() throws {
        let world = try World(friends: [("ana", "ben")], wildcards: ["anything"])
        try world.ana.set("anything", on: true)
        try world.ben.set("anything", on: true)
        #expect(world.ana.told == [.match("anything", with: "ben")])
    }

    @Test func `as a wildcard does not make others meet`() throws {
        let world = try World(friends: [("ana", "ben")], wildcards: ["anything"])
        try world.ana.set("movie", on: true)
        try world.ben.set("coffee", on: true)
        #expect(world.ana.told == [])
    }

    @Test func `as a wildcard ends what it made, when it is turned off`() throws {
        let world = try World(friends: [("ana", "ben")], wildcards: ["anything"])
        try world.ana.set("anything", on: true)
        try world.ben.set("coffee", on: true)
        try world.ana.set("anything", on: false)
        #expect(try world.ben.matches() == [])
        try world.pass(.seconds(30))
        #expect(world.ben.told.last == .matchEnded("coffee", with: "ana"))
    }

    @Test func `as a wildcard is not for a friend who was deselected from it`() throws {
        let world = try World(friends: [("ana", "ben")], wildcards: ["anything"])
        try world.ana.select("ben", for: "anything", false)
        try world.ana.set("anything", on: true)
        try world.ben.set("coffee", on: true)
        #expect(world.ben.told == [])
    }

    @Test func `as a wildcard tells nobody of what they were deselected from`() throws {
        let world = try World(friends: [("ana", "ben")], wildcards: ["anything"])
        try world.ana.select("ben", for: "coffee", false)
        try world.ana.set("coffee", on: true)
        try world.ana.set("anything", on: true)
        try world.ben.set("coffee", on: true)
        #expect(world.ben.told == [])
        #expect(world.ana.told == [])
    }
}
