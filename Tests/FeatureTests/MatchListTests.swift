import Kernel
import Testing
import Wire

/// Z45: the list of matches, by time or by activity.
@Suite struct `The list of matches` {
    /// ana matches ben for a movie, then cleo for coffee, then ben for coffee.
    static func afternoon() throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.set("movie", on: true)
        try world.ana.set("coffee", on: true)
        try world.ben.set("movie", on: true)
        try world.pass(.seconds(60))
        try world.cleo.set("coffee", on: true)
        try world.pass(.seconds(60))
        try world.ben.set("coffee", on: true)
        return world
    }

    @Test func `shows the newest first`() throws {
        let world = try Self.afternoon()
        #expect(
            try world.ana.matches() == ["coffee with ben", "coffee with cleo", "movie with ben"])
    }

    @Test func `shows the catalogue's order when asked to, then the newest first`() throws {
        let world = try Self.afternoon()
        try world.ana.set("gym", on: true)
        try world.pass(.seconds(60))
        try world.cleo.set("gym", on: true)
        #expect(
            try world.ana.matches(.byActivity) == [
                "gym with cleo", "coffee with ben", "coffee with cleo", "movie with ben",
            ])
    }

    @Test func `leaves out what has ended, unless the past is asked for`() throws {
        let world = try Self.afternoon()
        let began = world.clock.now.advanced(by: .seconds(-120))
        try world.ben.set("movie", on: false)
        #expect(try world.ana.matches() == ["coffee with ben", "coffee with cleo"])
        let past = try #require(try world.ana.matchEntries(past: true).last)
        #expect(past.activity == "movie")
        #expect(past.since == began.timestamp)
        #expect(past.until == world.clock.now.timestamp)
    }

    @Test func `knows since when, and no end, while a match lasts`() throws {
        let world = try Self.afternoon()
        let entry = try #require(try world.ana.matchEntries().first)
        #expect(entry.since == world.clock.now.timestamp)
        #expect(!entry.hasUntil)
    }

    @Test func `forgets a past of more than thirty days`() throws {
        let world = try Self.afternoon()
        try world.ben.set("movie", on: false)
        try world.pass(.seconds(29 * 86_400))
        #expect(try world.ana.matches(past: true).contains("movie with ben"))
        try world.pass(.seconds(2 * 86_400))
        #expect(!(try world.ana.matches(past: true).contains("movie with ben")))
    }

    @Test func `is refused in an order that does not exist`() throws {
        let world = try World()
        expectRefusal(.invalidField, "order") { _ = try world.ana.matches(.UNRECOGNIZED(7)) }
    }
}
