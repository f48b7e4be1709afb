import Kernel
import SwiftProtobuf
import Testing
import Wire

/// What goes with a message that disappears.
@Suite struct `The end of a message` {
    private static let hour = Duration.seconds(3_600)

    /// ana and ben, whose messages stay an hour.
    private static func pair() throws -> World {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.expire("ben", after: 60)
        return world
    }

    @Test func `leaves a reply without what it quotes`() throws {
        let world = try Self.pair()
        try world.ana.say("zebra lunch", to: "ben")
        world.clock.advance(by: .seconds(60))
        try world.ben.say("yes", to: "ana", replyTo: 1)
        #expect(try world.ben.quotes([1], in: "ana").map(\.text) == ["zebra lunch"])
        #expect(try world.ana.history(with: "ben", limit: 1).quoted.map(\.seq) == [1])
        world.clock.advance(by: Self.hour - .seconds(60))
        for person in [world.ana, world.ben] {
            let other = person.name == "ana" ? "ben" : "ana"
            #expect(try person.quotes([1], in: other).isEmpty)
            let page = try person.history(with: other)
            #expect(page.messages.map(\.replyTo) == [1] && page.quoted.isEmpty)
            expectRefusal(.notFound, "replyTo") {
                try person.say("no", to: other, replyTo: 1)
            }
        }
        try world.pass(.zero)
        #expect(try world.places(of: "zebra") == [])
        #expect(try world.ben.quotes([1], in: "ana").isEmpty)
    }

    @Test func `takes its pin away, and makes room for another`() throws {
        let world = try Self.pair()
        for number in 1...20 {
            try world.ana.say("\(number)", to: "ben")
            try world.ben.pin(UInt32(number), with: "ana")
        }
        try world.ana.expire("ben", after: 0)
        try world.ana.say("stays", to: "ben")
        expectRefusal(.listFull, "seq") { try world.ana.pin(21, with: "ben") }
        world.clock.advance(by: Self.hour)
        #expect(try world.ana.pins(with: "ben").isEmpty)
        #expect(try world.ana.pin(21, with: "ben").hasPinned)
        for isOn in [true, false] {
            expectRefusal(.notFound, "seq") { try world.ben.pin(1, with: "ana", on: isOn) }
        }
        try world.pass(.zero)
        #expect(try world.ben.pins(with: "ana").map(\.text) == ["stays"])
        #expect(try world.count(of: "room_pin") == 1)
    }

    @Test func `takes a poll and its votes away`() throws {
        let (world, room) = try `A group`.world()
        try world.ana.expire(room, after: 60)
        try world.ana.poll("zebra or giraffe?", ["zebra", "giraffe"], to: room)
        try world.ben.vote(1, in: 1, with: room)
        try world.cleo.vote(2, in: 1, with: room)
        try world.pass(.zero)
        #expect(try world.ben.found("giraffe") == ["zebra or giraffe?"])
        world.clock.advance(by: Self.hour)
        #expect(try world.ben.history(with: room).messages.isEmpty)
        #expect(try world.ben.found("giraffe").isEmpty)
        expectRefusal(.notFound, "seq") { try world.ben.vote(2, in: 1, with: room) }
        expectRefusal(.notFound, "seq") { try world.ben.vote(in: 1, with: room) }
        expectRefusal(.notFound, "seq") { try world.ana.closePoll(1, with: room) }
        try world.pass(.zero)
        let left = try world.places(of: "giraffe")
        #expect(left == [])
        #expect(try world.count(of: "room_reaction") == 0)
    }

    @Test func `ends the mention of a member`() throws {
        let (world, room) = try `A group`.world()
        try world.ana.expire(room, after: 60)
        try world.ana.say("@ben", to: room)
        let isMentioned = { try world.ben.history(with: room).mark.mentioned }
        #expect(try isMentioned())
        world.clock.advance(by: Self.hour)
        #expect(try !isMentioned())
        try world.pass(.zero)
        #expect(try !isMentioned() && world.count(of: "room_mention") == 0)
        try world.ana.expire(room, after: 0)
        try world.ana.say("@ben", to: room)
        #expect(try isMentioned())
    }

    @Test(arguments: [5, 600] as [UInt32])
    func `comes no later for a place than for its message, and no earlier than for the place`(
        minutes: UInt32
    ) throws {
        let world = try Self.pair()
        let place = try world.ana.share(1, 2, minutes: minutes)
        try world.ana.send(files: [place], "here", to: "ben")
        let end = min(60, minutes)
        try world.pass(.seconds(60 * Int64(end) - 1))
        #expect(try world.readers(of: place.id) == ["ana", "ben"])
        world.clock.advance(by: .seconds(1))
        #expect(try world.readers(of: place.id).isEmpty)
        #expect(try world.ben.history(with: "ana").messages.isEmpty == (end == 60))
        try world.pass(.seconds(20))
        #expect(try world.count(of: "room_file") == 0 && world.storedNames().isEmpty)
        try world.pass(Self.hour)
        #expect(try world.ben.history(with: "ana").messages.isEmpty)
    }

    @Test func `takes what is left of one that was deleted`() throws {
        let (world, room) = try `A group`.world()
        try world.ana.expire(room, after: 60)
        try world.ana.say("zebra @ben", to: room)
        try world.cleo.react("👍", to: 1, with: room)
        try world.ben.pin(1, with: room)
        try world.ana.delete(1, with: room)
        #expect(try world.ben.history(with: room).messages.map(\.deleted) == [true])
        try world.pass(Self.hour)
        #expect(try world.ben.history(with: room).messages.isEmpty)
        for table in ["room_reaction", "room_pin", "room_mention"] {
            #expect(try world.count(of: table) == 0)
        }
    }

    @Test func `of a message whose reader leaves is kept, and the reader's name is not`() throws {
        let (world, room) = try `A group`.world()
        try world.ana.expire(room, after: 60)
        try world.ana.say("zebra @ben", to: room)
        try world.ben.react("👍", to: 1, with: room)
        try world.ben.pin(1, with: room)
        world.clock.advance(by: Self.hour)
        try world.ben.deleteAccount()
        try world.pass(Self.hour)
        #expect(try world.places(of: "zebra") == [])
        #expect(try world.ana.history(with: room).messages.isEmpty)
        #expect(try world.ana.pins(with: room).isEmpty)
    }
}
