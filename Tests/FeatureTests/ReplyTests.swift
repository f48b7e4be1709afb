import SwiftProtobuf
import Testing
import Wire

/// Messages that reply to others.
@Suite struct `A reply` {
    @Test func `says which message it replies to, and nothing that this one says`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("lunch?", to: "ben")
        let sent = try world.ben.say("yes", to: "ana", replyTo: 1)
        for (person, friend) in [(world.ana, "ben"), (world.ben, "ana")] {
            guard case .roomMessage(let told)? = person.inbox.last else {
                Issue.record("\(person.name) has no message")
                continue
            }
            #expect(told.seq == sent.seq && told.replyTo == 1 && told.text == "yes")
            let page = try person.history(with: friend)
            #expect(page.messages.map(\.replyTo) == [0, 1] && page.quoted.isEmpty)
            #expect(try !told.jsonString().contains("lunch"))
        }
        #expect(try world.ben.rooms().rooms[0].newest.replyTo == 1)
        #expect(try world.ben.edit(2, with: "ana", to: "no").replyTo == 1)
    }

    @Test func `is refused alike for a message that is missing, deleted or unreadable`() throws {
        let (world, room) = try Self.groupWithNewcomer()
        _ = try world.ana.delete(1, with: room)
        try world.dora.block("ben")
        for (person, seq) in [
            (world.ana, 1 as UInt32), (world.ana, 99), (world.ana, .max), (world.dora, 2),
            (world.dora, 4),
        ] {
            expectRefusal(.notFound, "replyTo") {
                try person.say("hi", to: room, replyTo: seq)
            }
        }
        #expect(try world.ana.history(with: room).messages.count == 4)
        #expect(try world.dora.say("hi", to: room, replyTo: 3).seq == 5)
        let pair = try World(friends: [("ana", "ben")])
        expectRefusal(.notFound, "replyTo") { try pair.ana.say("hi", to: "ben", replyTo: 1) }
        #expect(try pair.ana.rooms().rooms.isEmpty)
    }

    @Test func `is quoted beside a page for those who may read it`() throws {
        let (world, room) = try Self.groupWithNewcomer()
        try world.ana.say("to the old one", to: room, replyTo: 2)
        try world.ana.say("to ben", to: room, replyTo: 4)
        let quoted = { (person: Person) in
            try person.history(with: room, limit: 2).quoted.map(\.text)
        }
        #expect(try quoted(world.cleo) == ["old secret", "of ben"])
        #expect(try quoted(world.dora) == ["of ben"])
        #expect(try world.dora.history(with: room, limit: 2).messages.map(\.replyTo) == [2, 4])
        try world.dora.block("ben")
        #expect(try quoted(world.dora).isEmpty)
        #expect(try world.dora.quotes([2, 4], in: room).isEmpty)
        #expect(try quoted(world.cleo) == ["old secret", "of ben"])
        // What is on the page needs no quote.
        #expect(try world.cleo.history(with: room).quoted.isEmpty)
    }

    @Test func `stays when its original goes, and quotes no more than is there`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("one secret", to: "ben")
        try world.ben.say("yes", to: "ana", replyTo: 1)
        _ = try world.ana.edit(1, with: "ben", to: "other words")
        #expect(try world.ben.quotes([1], in: "ana").map(\.text) == ["other words"])
        _ = try world.ana.delete(1, with: "ben")
        let quotes = try world.ben.quotes([1], in: "ana")
        #expect(quotes.map(\.deleted) == [true] && quotes[0].text.isEmpty)
        let page = try world.ben.history(with: "ana", limit: 1)
        #expect(page.messages.map(\.replyTo) == [1] && page.quoted.map(\.text) == [""])
        // A message that is deleted does not say what it replied to.
        #expect(try world.ben.delete(2, with: "ana").replyTo == 0)
        #expect(try world.ana.history(with: "ben").messages.map(\.replyTo) == [0, 0])
    }

    @Test func `outlives the account of the author that it quotes`() throws {
        let (world, room) = try `A group`.world()
        try world.ben.say("a secret", to: room)
        try world.ana.say("indeed", to: room, replyTo: 1)
        try world.ben.deleteAccount()
        try world.pass(.seconds(60))
        let page = try world.cleo.history(with: room)
        #expect(page.messages.map(\.replyTo) == [1] && page.quoted.isEmpty)
        #expect(try world.cleo.quotes([1], in: room).isEmpty)
    }

    @Test func `is read by its seq as in a list, by nobody else`() throws {
        let world = try World(friends: [("ana", "ben")])
        let long = String(repeating: "ä", count: 300)
        try world.ana.say(long, to: "ben")
        try world.ana.say("two", to: "ben")
        _ = try world.ben.react("👍", to: 1, with: "ana")
        let read = try world.ben.quotes([2, 1, 1, 0, 77], in: "ana")
        #expect(read.map(\.seq) == [1, 2] && read.allSatisfy(\.reactions.isEmpty))
        #expect(read[0].text == String(repeating: "ä", count: 199) + "…")
        expectRefusal(.notFriends, "with") { _ = try world.cleo.quotes([1], in: "ana") }
        expectRefusal(.notMember, "with") { _ = try world.ana.quotes([1], in: "#17") }
        for count in [0, 51] {
            expectRefusal(.invalidField, "seqs") {
                _ = try world.ana.quotes([UInt32](repeating: 1, count: count), in: "ben")
            }
        }
        try world.ana.remove("ben")
        expectRefusal(.notFriends, "with") { _ = try world.ben.quotes([1], in: "ana") }
    }

    @Test func `costs a page one statement, however many replies it has`() throws {
        let world = try World(friends: [("ana", "ben")])
        for number in 1...60 { try world.ana.say("\(number)", to: "ben") }
        let look = ClientMessage.OneOf_Command.roomHistory(
            .with { ($0.with, $0.limit) = ("ana", 60) })
        // The search for what has arrived takes more statements with more messages.
        try world.ana.acknowledge()
        let before = try world.look(look, by: "ben").count
        for number in 1...60 { try world.ben.say("yes", to: "ana", replyTo: UInt32(number)) }
        let page = try world.ben.history(with: "ana", limit: 60)
        #expect(page.quoted.map(\.seq) == Array(11...60))
        try world.ana.acknowledge()
        #expect(try world.look(look, by: "ben").count == before + 1)
    }

    @Test func `to a message of before the membership is the same work as to none`() throws {
        let (world, room) = try Self.groupWithNewcomer()
        let works = try ([1, 2, 77] as [UInt32]).map { seq in
            let command = RoomSend.with {
                ($0.to, $0.text, $0.replyTo, $0.cid) = (room, "hi", seq, "k1")
            }
            return try world.work(of: .roomSend(command), by: "dora")
        }
        #expect(works[0] == works[2])
        #expect(works[1] == works[2])
    }

    @Test func `is in the export as it is in the room`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("lunch?", to: "ben")
        try world.ben.say("yes", to: "ana", replyTo: 1)
        let records = try world.ben.export().filter { !$0.message.text.isEmpty }
        #expect(records.map(\.message.replyTo) == [0, 1])
    }

    /// Ana's group with ben and cleo, in which dora reads what is behind the second message.
    private static func groupWithNewcomer() throws -> (World, room: String) {
        let (world, room) = try `A group`.world()
        try world.signUp("dora")
        try world.ana.request("dora")
        try world.dora.accept("ana")
        try world.ana.say("older secret", to: room)
        try world.ana.say("old secret", to: room)
        try world.ana.add("dora", to: room)
        try world.cleo.say("of cleo", to: room)
        try world.ben.say("of ben", to: room)
        return (world, room)
    }
}
