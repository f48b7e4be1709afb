import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Rooms

/// A question with options.
@Suite struct `A poll` {
    private static func world(multiple: Bool = false) throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.poll("Which film?", ["Alien", "Heat"], multiple: multiple, to: "ben")
        return world
    }

    private static func group() throws -> (World, room: String) {
        let (world, room) = try `A group`.world()
        try world.ana.poll("Which film?", ["Alien", "Heat"], to: room)
        return (world, room)
    }

    private static func votes(_ message: RoomMessage) -> [[String]] {
        message.poll.options.map(\.from)
    }

    @Test func `is a message with options, and both see who votes for what`() throws {
        let world = try Self.world()
        guard case .roomMessage(let message)? = world.ben.inbox.last else {
            Issue.record("no message")
            return
        }
        #expect(message.text == "Which film?" && !message.poll.multiple)
        #expect(message.poll.options.map(\.text) == ["Alien", "Heat"])
        try world.ana.vote(2, in: 1, with: "ben")
        let voted = try world.ben.vote(2, in: 1, with: "ana")
        #expect(Self.votes(voted) == [[], ["ana", "ben"]] && !voted.hasEditedAt)
        for person in [world.ana, world.ben] {
            #expect(person.inbox.last == .roomMessageChanged(.with { $0.message = voted }))
        }
        #expect(try world.ana.history(with: "ben").messages == [voted])
        #expect(world.cleo.inbox == [])
    }

    @Test func `takes one vote of each, which can be changed and taken back`() throws {
        let world = try Self.world()
        try world.ana.vote(1, in: 1, with: "ben")
        #expect(try Self.votes(world.ana.vote(2, in: 1, with: "ben")) == [[], ["ana"]])
        let events = world.ben.inbox
        try world.ana.vote(2, in: 1, with: "ben")
        #expect(world.ben.inbox == events)
        #expect(try Self.votes(world.ana.vote(in: 1, with: "ben")) == [[], []])
        let withdrawn = world.ben.inbox
        #expect(withdrawn != events)
        try world.ana.vote(in: 1, with: "ben")
        #expect(world.ben.inbox == withdrawn)
        expectRefusal(.invalidField, "options") { try world.ana.vote(1, 2, in: 1, with: "ben") }
        for number: UInt32 in [0, 3, .max] {
            expectRefusal(.invalidField, "options") {
                try world.ana.vote(number, in: 1, with: "ben")
            }
        }
    }

    @Test func `of several choices takes several`() throws {
        let world = try Self.world(multiple: true)
        #expect(try Self.votes(world.ana.vote(1, 2, in: 1, with: "ben")) == [["ana"], ["ana"]])
        #expect(try Self.votes(world.ana.vote(2, in: 1, with: "ben")) == [[], ["ana"]])
        expectRefusal(.invalidField, "options") { try world.ana.vote(2, 2, in: 1, with: "ben") }
    }

    @Test func `is closed by its author, and then takes no vote and loses none`() throws {
        let world = try Self.world()
        try world.ben.vote(1, in: 1, with: "ana")
        expectRefusal(.notFound, "seq") { try world.ben.closePoll(1, with: "ana") }
        let closed = try world.ana.closePoll(1, with: "ben")
        #expect(closed.poll.closedAt == world.clock.now.timestamp && !closed.hasEditedAt)
        #expect(world.ben.inbox.last == .roomMessageChanged(.with { $0.message = closed }))
        let events = world.ben.inbox
        #expect(try world.ana.closePoll(1, with: "ben") == closed)
        expectRefusal(.tooLate, "seq") { try world.ben.vote(2, in: 1, with: "ana") }
        expectRefusal(.tooLate, "seq") { try world.ben.vote(in: 1, with: "ana") }
        #expect(try world.ben.vote(1, in: 1, with: "ana") == closed)
        #expect(world.ben.inbox == events)
    }

    @Test func `is not edited, but deleted, with its votes`() throws {
        let world = try Self.world()
        try world.ben.vote(1, in: 1, with: "ana")
        expectRefusal(.invalidField, "seq") { try world.ana.edit(1, with: "ben", to: "When?") }
        let deleted = try world.ana.delete(1, with: "ben")
        #expect(!deleted.hasPoll && deleted.text.isEmpty)
        #expect(try !world.stored("Alien"))
        expectRefusal(.notFound, "seq") { try world.ben.vote(1, in: 1, with: "ana") }
        expectRefusal(.notFound, "seq") { try world.ana.closePoll(1, with: "ben") }
        try world.ana.say("no poll", to: "ben")
        expectRefusal(.notFound, "seq") { try world.ben.vote(1, in: 2, with: "ana") }
        expectRefusal(.notFound, "seq") { try world.ana.closePoll(2, with: "ben") }
        expectRefusal(.notFound, "seq") { try world.ben.vote(1, in: 3, with: "ana") }
    }

    @Test(
        arguments: [
            [], ["one"], (1...13).map(String.init), ["one", "one"], ["é", "e\u{301}"], ["one", ""],
            ["one", " "], ["one", "t\nwo"], ["one", "t\u{202E}wo"],
            ["one", String(repeating: "x", count: 101)],
        ] as [[String]])
    func `has 2 to 12 options that differ`(options: [String]) throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.invalidField, "poll.options") {
            try world.ana.poll("Which?", options, to: "ben")
        }
        #expect(try world.ana.poll("Which?", (1...12).map(String.init), to: "ben").seq == 1)
    }

    @Test func `has a question`() throws {
        let world = try World(friends: [("ana", "ben")])
        for question in ["", " "] {
            expectRefusal(.invalidField, "text") {
                try world.ana.poll(question, ["one", "two"], to: "ben")
            }
        }
    }

    @Test(arguments: [false, true])
    func `is found by its question and its options`(isIndexed: Bool) throws {
        let world = try Self.world()
        if isIndexed { try world.pass(.seconds(2)) }
        #expect(try world.ben.found("film") == ["Which film?"])
        #expect(try world.ben.found("alien film") == ["Which film?"])
        try world.ana.delete(1, with: "ben")
        try world.pass(.seconds(2))
        #expect(try world.ben.found("heat") == [])
    }

    @Test func `is a line in lists and notifications`() throws {
        let world = try Self.world()
        try world.ben.vote(1, in: 1, with: "ana")
        let newest = try #require(try world.ana.rooms().rooms.first?.newest)
        #expect(newest.text == "Which film?" && newest.hasPoll && newest.poll.options.isEmpty)
        #expect(newest.summary == "📊 Poll: Which film?")
    }

    @Test func `is reported with its options, and without votes`() throws {
        let world = try Self.world()
        try world.ben.vote(1, in: 1, with: "ana")
        let (ana, ben) = (world.ana.id, world.ben.id)
        let reported = try world.store.snapshot { (snapshot) throws(Refusal) in
            try RoomsFeature.message(1, by: ana, to: ben, snapshot)
        }
        #expect(reported?.text == "Which film?\nAlien\nHeat")
    }

    @Test func `in a group is for those who read it`() throws {
        let (world, room) = try Self.group()
        try world.signUp("dora")
        try world.makeFriends("ana", "dora")
        try world.ana.add("dora", to: room)
        let count = world.dora.numberedInbox.count
        try world.ben.vote(1, in: 1, with: room)
        #expect(world.dora.numberedInbox.count == count)
        expectRefusal(.notFound, "seq") { try world.dora.vote(1, in: 1, with: room) }
        try world.cleo.vote(2, in: 1, with: room)
        try world.cleo.block("ana")
        expectRefusal(.notFound, "seq") { try world.cleo.vote(1, in: 1, with: room) }
        let place = RoomMessage.with { ($0.room, $0.seq) = (room, 1) }
        #expect(try world.cleo.vote(in: 1, with: room) == place)
        #expect(try world.cleo.vote(in: 1, with: room) == place)
        #expect(try Self.votes(world.ben.history(with: room).messages[0]) == [["ben"], []])
    }

    @Test func `keeps the vote of a former member, who can take it back`() throws {
        let (world, room) = try Self.group()
        try world.ben.vote(1, in: 1, with: room)
        try world.cleo.vote(2, in: 1, with: room)
        for person in [world.ben, world.cleo] { try person.leave(room) }
        #expect(try Self.votes(world.ana.history(with: room).messages[0]) == [["ben"], ["cleo"]])
        expectRefusal(.notMember, "with") { try world.ben.vote(2, in: 1, with: room) }
        let place = RoomMessage.with { ($0.room, $0.seq) = (room, 1) }
        #expect(try world.ben.vote(in: 1, with: room, cid: "v") == place)
        #expect(try world.ben.vote(in: 1, with: room, cid: "v") == place)
        expectRefusal(.notMember, "with") { try world.ben.vote(in: 1, with: room) }
        let left = try world.ana.history(with: room).messages[0]
        #expect(Self.votes(left) == [[], ["cleo"]])
        #expect(world.ana.inbox.last == .roomMessageChanged(.with { $0.message = left }))
    }

    @Test func `loses the vote of a user who leaves Upfor`() throws {
        let (world, room) = try Self.group()
        try world.ben.vote(1, in: 1, with: room)
        try world.cleo.vote(1, in: 1, with: room)
        try world.ana.closePoll(1, with: room)
        try world.cleo.deleteAccount()
        for _ in 1...20 { try world.pass(.seconds(2)) }
        #expect(try Self.votes(world.ana.history(with: room).messages[0]) == [["ben"], []])
        #expect(try !world.stored("cleo"))
    }

    @Test func `is exported with its votes to those who read it, and without them to others`()
        throws
    {
        let (world, room) = try `A group`.world()
        try world.ben.poll("Which film?", ["Alien", "Heat"], to: room)
        try world.cleo.vote(1, in: 1, with: room)
        func exported() throws -> [[[String]]] {
            try world.ben.export().map(\.message).filter(\.hasPoll).map(Self.votes)
        }
        #expect(try exported() == [[["cleo"], []]])
        try world.ben.leave(room)
        #expect(try exported() == [[[], []]])
    }
}
