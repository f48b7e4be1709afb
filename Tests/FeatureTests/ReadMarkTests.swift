import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z25, Z26: what is unread, on all devices alike.
@Suite struct `A read mark` {
    /// ben has three unread messages of ana and one of cleo.
    static func unread() throws -> World {
        let world = try World(friends: [("ana", "ben"), ("cleo", "ben")])
        for text in ["one", "two", "three"] { try world.ana.say(text, to: "ben") }
        try world.pass(.seconds(1))
        try world.cleo.say("hi", to: "ben")
        return world
    }

    @Test func `counts what others said behind it`() throws {
        let world = try Self.unread()
        let rooms = try world.ben.rooms()
        #expect(rooms.unread == 4)
        #expect(rooms.rooms.map(\.room) == ["ben:cleo", "ana:ben"])
        #expect(rooms.rooms.map(\.with) == ["cleo", "ana"])
        #expect(rooms.rooms.map(\.newest.text) == ["hi", "three"])
        #expect(rooms.rooms.map(\.mark.unread) == [1, 3])
        let own = try world.ana.rooms()
        #expect(own.hasUnread && own.unread == 0)
    }

    @Test func `resets the badge on all of the reader's devices, and only there`() throws {
        let world = try Self.unread()
        let heard = world.ana.inbox
        let marked = try world.ben.read("ana", upTo: 2)
        #expect(marked.room == "ana:ben")
        #expect(marked.seq == 2)
        #expect(marked.unread == 1)
        #expect(world.ben.inbox.last == .badge("ana:ben", seq: 2, unread: 1))
        #expect(try world.ben.rooms().unread == 2)
        #expect(world.ana.inbox == heard)
    }

    @Test func `never moves back, and says nothing when it does not move`() throws {
        let world = try Self.unread()
        try world.ben.read("ana", upTo: 3)
        let before = world.ben.inbox
        for seq: UInt32 in [3, 2, 1, 0] {
            let marked = try world.ben.read("ana", upTo: seq)
            #expect(marked.seq == 3)
            #expect(marked.hasUnread && marked.unread == 0)
        }
        #expect(world.ben.inbox == before)
    }

    @Test func `never moves past what was said`() throws {
        let world = try Self.unread()
        #expect(try world.ben.read("ana", upTo: .max).seq == 3)
        try world.ana.say("four", to: "ben")
        #expect(try world.ben.history(with: "ana").mark.unread == 1)
    }

    @Test func `does not count one's own words`() throws {
        let world = try Self.unread()
        try world.ben.say("answer", to: "ana")
        #expect(try world.ben.history(with: "ana").mark.unread == 3)
        #expect(try world.ana.history(with: "ben").mark.unread == 1)
    }

    @Test func `in a room without words is nought`() throws {
        let world = try World(friends: [("ana", "ben")])
        let marked = try world.ana.read("ben", upTo: 5)
        #expect(marked.seq == 0)
        #expect(marked.hasUnread && marked.unread == 0)
        #expect(world.ana.inbox == [])
    }

    @Test func `outlives a restart`() throws {
        let world = try Self.unread()
        try world.ben.read("ana", upTo: 2)
        try world.restart()
        #expect(try world.ben.rooms().unread == 2)
    }
}
