import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Being up for something within a group.
@Suite struct `An activity within a group` {
    @Test func `is known to those members who are up for it, too, and only then`() throws {
        let (world, room) = try `A group`.world()
        #expect(try world.ben.set("coffee", on: true, in: room) == [])
        #expect(try world.ana.set("gym", on: true, in: room) == [])
        #expect([world.ana, world.ben, world.cleo].flatMap(\.groupMatches) == [])
        #expect(try world.cleo.set("coffee", on: true, in: room) == ["ben"])
        #expect(world.ben.groupMatches == ["coffee with cleo"])
        #expect(world.cleo.groupMatches == ["coffee with ben"])
        #expect(world.ana.groupMatches == [])
        #expect(try world.cleo.set("coffee", on: true, in: room) == ["ben"])
        #expect(world.ben.groupMatches.count == 1)
    }

    @Test func `is one match when it flaps, and another after 30 s`() throws {
        let (world, room) = try `A group`.world()
        for person in [world.ana, world.ben] { try person.set("coffee", on: true, in: room) }
        try world.ben.set("coffee", on: false, in: room)
        try world.pass(.seconds(29))
        try world.ben.set("coffee", on: true, in: room)
        #expect(world.ana.groupMatches.count == 1)
        try world.ben.set("coffee", on: false, in: room)
        try world.pass(.seconds(31))
        try world.ben.set("coffee", on: true, in: room)
        #expect(world.ana.groupMatches.count == 2 && world.ben.groupMatches.count == 2)
    }

    @Test func `is known by a clock that is behind, too`() throws {
        let (world, room) = try `A group`.world()
        try world.ben.set("coffee", on: true, in: room)
        world.clock.advance(by: .seconds(-3_600))
        #expect(try world.cleo.set("coffee", on: true, in: room) == ["ben"])
        #expect(try world.ana.set("coffee", on: true, in: room) == ["ben", "cleo"])
    }

    @Test func `ends by itself, and with the membership`() throws {
        let (world, room) = try `A group`.world()
        try world.ben.set("coffee", on: true, in: room)
        try world.pass(.seconds(86_400))
        #expect(try world.cleo.set("coffee", on: true, in: room) == [])
        try world.cleo.leave(room)
        #expect(try world.ana.set("coffee", on: true, in: room) == [])
        expectRefusal(.notMember, "room") { try world.cleo.set("coffee", on: true, in: room) }
        expectRefusal(.notFound, "activity") { try world.ana.set("flying", on: true, in: room) }
    }

    @Test func `matches no two members when one has blocked the other`() throws {
        let (world, room) = try `A group`.world()
        try world.ben.block("cleo")
        try world.ben.set("coffee", on: true, in: room)
        #expect(try world.cleo.set("coffee", on: true, in: room) == [])
        #expect(world.ben.groupMatches == [])
    }

    @Test func `ends with a block, and without a word to either`() throws {
        let (world, room) = try `A group`.world()
        for person in [world.ben, world.cleo] { try person.set("coffee", on: true, in: room) }
        try world.ben.block("cleo")
        #expect(try world.cleo.set("coffee", on: true, in: room) == [])
        let events = [world.ben, world.cleo].map(\.inbox.count)
        try world.pass(.seconds(31))
        #expect([world.ben, world.cleo].map(\.inbox.count) == events)
    }

    @Test func `is none among friends, and the other way round`() throws {
        let (world, room) = try `A group`.world()
        try world.ana.set("coffee", on: true)
        try world.ben.set("coffee", on: true, in: room)
        #expect(try world.ana.matchEntries() == [] && world.ana.groupMatches == [])
        #expect(try world.ana.set("coffee", on: true, in: room) == ["ben"])
        try world.ben.set("coffee", on: true)
        #expect(try world.ana.matchEntries().map(\.with.username) == ["ben"])
        // Each ends by itself.
        try world.ben.set("coffee", on: false, in: room)
        try world.pass(.seconds(31))
        #expect(try world.ana.matchEntries().map(\.with.username) == ["ben"])
        #expect(try world.cleo.set("coffee", on: true, in: room) == ["ana"])
        try world.ana.set("coffee", on: false)
        try world.pass(.seconds(31))
        #expect(try world.ana.matchEntries() == [])
        #expect(try world.ben.set("coffee", on: true, in: room) == ["ana", "cleo"])
        #expect(world.ana.groupMatches.filter { $0 == "coffee with ben" }.count == 2)
    }
}
