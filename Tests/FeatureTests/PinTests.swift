import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Rooms

/// Messages that members keep in view.
@Suite struct `A pinned message` {
    private static func pinned(_ message: RoomMessage) -> Event {
        .roomMessageChanged(.with { $0.message = message })
    }

    @Test func `is seen by both, and says who pinned it and when`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.say("at eight", to: "ben")
        world.clock.advance(by: .seconds(60))
        let pinned = try world.ben.pin(1, with: "ana")
        #expect(pinned.pinned.by == "ben" && pinned.pinned.at == world.clock.now.timestamp)
        #expect(!pinned.hasEditedAt && pinned.text == "at eight")
        for person in [world.ana, world.ben] {
            #expect(person.inbox.last == Self.pinned(pinned))
        }
        #expect(try world.ana.history(with: "ben").messages == [pinned])
        #expect(try world.ana.pins(with: "ben") == [pinned])
        #expect(try world.ana.rooms().rooms.first?.newest.hasPinned == false)
        #expect(world.cleo.inbox == [])
        let free = try world.ana.pin(1, with: "ben", on: false)
        #expect(!free.hasPinned && world.ben.inbox.last == Self.pinned(free))
        #expect(try world.ben.pins(with: "ana") == [])
    }

    @Test func `that is pinned again, or is not pinned, changes nothing`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("hi", to: "ben")
        try world.ana.pin(1, with: "ben", on: false)
        #expect(world.ben.inbox.count == 1)
        let pinned = try world.ana.pin(1, with: "ben")
        world.clock.advance(by: .seconds(1))
        #expect(try world.ben.pin(1, with: "ana") == pinned)
        #expect(world.ben.inbox.count == 2)
        expectRefusal(.invalidField, "on") {
            try world.ana.call(.roomPin(.with { ($0.with, $0.seq) = ("ben", 1) }))
        }
    }

    @Test func `stays when it is edited, and goes when it is deleted`() throws {
        let world = try World(friends: [("ana", "ben")])
        for text in ["one", "two"] { try world.ana.say(text, to: "ben") }
        for seq: UInt32 in [1, 2] { try world.ben.pin(seq, with: "ana") }
        #expect(try world.ana.edit(1, with: "ben", to: "uno").hasPinned)
        #expect(try world.ben.pins(with: "ana").map(\.text) == ["two", "uno"])
        #expect(try !world.ana.delete(2, with: "ben").hasPinned)
        #expect(try world.ben.pins(with: "ana").map(\.text) == ["uno"])
        #expect(try world.count(of: "room_pin") == 1)
        for seq: UInt32 in [0, 2, 3, .max] {
            expectRefusal(.notFound, "seq") { try world.ben.pin(seq, with: "ana") }
        }
    }

    @Test func `is listed with the newest pin first, cut as in a list`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say(String(repeating: "x", count: 300), to: "ben")
        for text in ["two", "three"] { try world.ana.say(text, to: "ben") }
        try world.ana.react("👍", to: 2, with: "ben")
        for seq: UInt32 in [2, 3, 1] {
            try world.ben.pin(seq, with: "ana")
            world.clock.advance(by: .seconds(1))
        }
        let listed = try world.ana.pins(with: "ben")
        #expect(listed.map(\.seq) == [1, 3, 2] && listed[0].text.count == 200)
        #expect(listed.map(\.reactions) == [[], [], []])
    }

    @Test func `is one of 20 that a member reads, and a deletion makes room`() throws {
        let world = try World(friends: [("ana", "ben")])
        for number in 1...21 { try world.ana.say("\(number)", to: "ben") }
        for seq: UInt32 in 1...20 { try world.ben.pin(seq, with: "ana") }
        expectRefusal(.listFull, "seq") { try world.ana.pin(21, with: "ben") }
        try world.ben.pin(1, with: "ana")
        try world.ana.delete(3, with: "ben")
        try world.ana.pin(21, with: "ben")
        #expect(try world.ben.pins(with: "ana").count == 20)
    }

    @Test func `is not there for those who do not read it, and does not count`() throws {
        let (world, room) = try `A group`.world()
        try world.signUp("dora")
        try world.makeFriends("ana", "dora")
        for number in 1...20 {
            try world.ben.say("\(number)", to: room)
            try world.ana.pin(UInt32(number), with: room)
        }
        try world.ana.add("dora", to: room)
        try world.cleo.block("ben")
        try world.ana.say("later", to: room)
        for person in [world.dora, world.cleo] {
            #expect(try person.pins(with: room) == [])
            expectRefusal(.notFound, "seq") { try person.pin(1, with: room) }
        }
        expectRefusal(.listFull, "seq") { try world.ana.pin(21, with: room) }
        let count = world.dora.numberedInbox.count
        try world.ana.pin(2, with: room, on: false)
        #expect(world.dora.numberedInbox.count == count)
        try world.dora.pin(21, with: room)
        for person in [world.dora, world.cleo] {
            #expect(try person.pins(with: room).map(\.seq) == [21])
        }
        #expect(try world.ana.pins(with: room).count == 20)
        try world.signUp("emil")
        expectRefusal(.notMember, "with") { try world.emil.pins(with: room) }
        expectRefusal(.notMember, "with") { try world.emil.pin(21, with: room) }
        expectRefusal(.notFriends, "with") { try world.emil.pins(with: "ana") }
    }

    @Test func `is unpinned in a group by its owner, or by who pinned it`() throws {
        let (world, room) = try `A group`.world()
        for text in ["one", "two"] { try world.ben.say(text, to: room) }
        for seq: UInt32 in [1, 2] { try world.cleo.pin(seq, with: room) }
        expectRefusal(.notMember, "with") { try world.ben.pin(1, with: room, on: false) }
        #expect(try !world.ana.pin(1, with: room, on: false).hasPinned)
        #expect(try !world.cleo.pin(2, with: room, on: false).hasPinned)
        #expect(try world.ben.pins(with: room) == [])
    }

    @Test func `is unpinned by a former member who pinned it, and by no other`() throws {
        let (world, room) = try `A group`.world()
        for text in ["one", "two"] { try world.ana.say(text, to: room) }
        try world.ben.pin(1, with: room)
        try world.cleo.pin(2, with: room)
        try world.ben.leave(room)
        let place = RoomMessage.with { ($0.room, $0.seq) = (room, 1) }
        expectRefusal(.notMember, "with") { try world.ben.pin(2, with: room, on: false) }
        expectRefusal(.notMember, "with") { try world.ben.pin(1, with: room) }
        #expect(try world.ben.pin(1, with: room, on: false, cid: "p") == place)
        #expect(try world.ben.pin(1, with: room, on: false, cid: "p") == place)
        #expect(try world.ana.pins(with: room).map(\.seq) == [2])
    }

    @Test func `tells an owner who has blocked its author nothing`() throws {
        let (world, room) = try `A group`.world()
        for text in ["one", "two"] { try world.ben.say(text, to: room) }
        try world.cleo.pin(1, with: room)
        try world.ana.block("ben")
        let answers = try (1...2).map { seq in
            try world.ana.pin(UInt32(seq), with: room, on: false)
        }
        #expect(
            answers.map { $0.from.isEmpty && $0.text.isEmpty && !$0.hasPinned } == [true, true])
        #expect(try world.cleo.pins(with: room).map(\.seq) == [1])
    }

    @Test func `loses the name of a user who leaves Upfor, and stays`() throws {
        let (world, room) = try `A group`.world()
        for text in ["of ana", "of cleo"] {
            try (text == "of ana" ? world.ana : world.cleo).say(text, to: room)
        }
        for seq: UInt32 in [1, 2] { try world.cleo.pin(seq, with: room) }
        let own = try world.cleo.export().map(\.message).filter(\.hasPinned)
        #expect(own.map(\.pinned.by) == ["cleo", "cleo"])
        try world.cleo.deleteAccount()
        for _ in 1...20 { try world.pass(.seconds(2)) }
        let left = try world.ben.pins(with: room)
        #expect(left.map(\.seq) == [1] && left[0].pinned.by == "")
        #expect(try !world.stored("cleo"))
        #expect(try world.count(of: "room_pin") == 1)
        #expect(try !world.ana.pin(1, with: room, on: false).hasPinned)
    }

    @Test func `leaves with the room, and is in no export of a former member`() throws {
        let (world, room) = try `A group`.world()
        try world.ben.say("of ben", to: room)
        try world.ana.pin(1, with: room)
        try world.ben.leave(room)
        #expect(try world.ben.export().map(\.message).allSatisfy { !$0.hasPinned })
        for person in [world.ana, world.cleo] { try person.leave(room) }
        for _ in 1...5 { try world.pass(.seconds(2)) }
        #expect(try world.count(of: "room_pin") == 0)
    }
}
