import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Mute: no badge, on all of one's devices; nobody else can tell.
@Suite struct `A muted room` {
    @Test func `does not count, and says so to one's own devices`() throws {
        let world = try `A read mark`.unread()
        let heard = world.ana.trace
        let marked = try world.ben.mute("ana")
        #expect(marked.muted && marked.unread == 3)
        #expect(world.ben.inbox.last == .roomBadge(.with { $0.mark = marked }))
        #expect(try world.ben.rooms().unread == 1)
        #expect(try world.ben.rooms().rooms.map(\.mark.muted) == [false, true])
        #expect(try world.ben.history(with: "ana").mark.muted)
        #expect(world.ana.trace == heard)
    }

    @Test func `counts again when it is not muted any more`() throws {
        let world = try `A read mark`.unread()
        try world.ben.mute("ana")
        try world.ana.say("four", to: "ben")
        #expect(try world.ben.mute("ana", false).unread == 4)
        #expect(try world.ben.rooms().unread == 5)
    }

    @Test func `stays muted while it is read, and through a restart`() throws {
        let world = try `A read mark`.unread()
        try world.ben.mute("ana")
        #expect(try world.ben.read("ana", upTo: 2).muted)
        try world.restart()
        #expect(try world.ben.read("ana", upTo: 3).muted)
        #expect(try world.ben.mute("ana", false).seq == 3)
    }

    @Test func `that is muted already says nothing`() throws {
        let world = try `A read mark`.unread()
        try world.ben.mute("ana")
        let before = world.ben.inbox
        try world.ben.mute("ana")
        #expect(world.ben.inbox == before)
    }

    @Test func `may have no words yet`() throws {
        let world = try World(friends: [("ana", "ben")])
        #expect(try world.ben.mute("ana").muted)
        #expect(try world.ben.rooms().rooms == [])
        try world.ana.say("hi", to: "ben")
        #expect(try world.ben.rooms().unread == 0)
    }

    @Test func `is a friend's, and yes or no`() throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.notFriends, "with") { try world.ana.mute("cleo") }
        expectRefusal(.invalidField, "muted") {
            try world.ana.call(.roomMute(.with { $0.with = "ben" }))
        }
    }
}
