import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z35, Z36, Z38, Z40-Z42: toggles, their expiry, and their audiences.
@Suite struct `Activities` {
    @Test func `are listed in their fixed order, all off at first`() throws {
        let world = try World()
        let list = try world.ana.activities()
        #expect(
            list.map(\.title) == [
                "Gym", "Coffee", "Eat", "Study", "Movie", "Shopping", "Anything",
            ])
        #expect(list.allSatisfy { $0.hasOn && !$0.on && !$0.hasExpiresAt })
    }

    @Test func `are on or off each for itself, and for oneself`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("movie", on: true)
        try world.ana.set("gym", on: true)
        try world.ana.set("movie", on: false)
        #expect(try world.ana.active() == ["gym"])
        #expect(try world.ben.active() == [])
    }

    @Test func `tell one's own devices, with the time at which they end`() throws {
        let world = try World()
        let end = world.clock.now.advanced(by: .seconds(7200))
        let state = try world.ana.set("gym", on: true)
        #expect(state.on)
        #expect(state.expiresAt == end.timestamp)
        #expect(world.ana.inbox == [.turnedOn("gym", until: end)])
        try world.ana.set("gym", on: false)
        #expect(world.ana.inbox.last == .turnedOff("gym"))
    }

    @Test func `are set, never flipped: off again changes nothing, and says nothing`() throws {
        let world = try World()
        let state = try world.ana.set("gym", on: false)
        #expect(state.hasOn && !state.on)
        #expect(world.ana.inbox == [])
        try world.ana.set("gym", on: true)
        try world.ana.set("gym", on: false)
        try world.ana.set("gym", on: false)
        #expect(world.ana.inbox.count == 2)
    }

    @Test func `turn themselves off after their time, and say so once`() throws {
        let world = try World()
        try world.ana.set("gym", on: true)
        try world.pass(.milliseconds(7_199_999))
        #expect(try world.ana.active() == ["gym"])
        try world.pass(.milliseconds(1))
        try world.pass(.seconds(1))
        #expect(try world.ana.active() == [])
        let end = world.clock.now.advanced(by: .milliseconds(-1000))
        #expect(
            world.ana.inbox.dropFirst() == [
                .ending("gym", at: end), .turnedOff("gym", expired: true),
            ])
    }

    @Test func `are off at their time, even before the daemon has come to them`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("gym", on: true)
        world.clock.advance(by: .seconds(7200))
        #expect(try world.ana.active() == [])
        try world.ben.set("gym", on: true)
        #expect(world.ben.told == [])
    }

    @Test func `last longer when they are set again`() throws {
        let world = try World()
        try world.ana.set("gym", on: true)
        try world.pass(.seconds(7000))
        let end = world.clock.now.advanced(by: .seconds(7200))
        #expect(try world.ana.set("gym", on: true).expiresAt == end.timestamp)
        try world.pass(.seconds(7000))
        #expect(try world.ana.active() == ["gym"])
    }

    @Test func `survive a restart`() throws {
        let world = try World()
        try world.ana.set("gym", on: true)
        try world.restart()
        #expect(try world.ana.active() == ["gym"])
    }

    @Test func `that do not exist, and states that are not said, are refused`() throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.notFound, "activity") { try world.ana.set("juggling", on: true) }
        expectRefusal(.notFound, "activity") { try world.ana.set("", on: true) }
        expectRefusal(.notFound, "activity") { _ = try world.ana.audience(for: "juggling") }
        expectRefusal(.notFound, "activity") { try world.ana.select("ben", for: "x", true) }
        expectRefusal(.notFound, "activity") { try world.ana.mean(["ben"], for: "x") }
        expectRefusal(.invalidField, "on") {
            try world.ana.call(.activitySet(.with { $0.activity = "gym" }))
        }
        expectRefusal(.invalidField, "selected") {
            let select = AudienceSelect.with {
                $0.activity = "gym"
                $0.friend = "ben"
            }
            try world.ana.call(.audienceSelect(select))
        }
    }
}
