import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Rooms

/// Members of a group whom a message names.
@Suite struct `A mention` {
    @Test(
        arguments: [
            ("@ben lunch?", ["ben"]), ("hi @Ben, @cleo_2!", ["ben", "cleo_2"]),
            ("(@ben) @ben “@cleo”", ["ben", "cleo"]), ("ana@ben.example", []),
            ("@ben@example.org", []), ("@@ben", []), ("é@ben", []), ("@benü", []), ("@be", []),
            ("@", []), ("@1ben", []), ("@ben's\n@cleo", ["ben", "cleo"]), ("@\u{212A}im", []),
            ("@" + String(repeating: "a", count: 21), []),
        ] as [(String, [String])])
    func `is a username behind an at sign that begins a word`(text: String, names: [String]) {
        #expect(Mentions.names(in: text) == names)
    }

    @Test func `names members, in event, history and list, and no other user`() throws {
        let (world, room) = try `A group`.world()
        try world.signUp("dora")
        try world.cleo.leave(room)
        try world.ana.say("@dora @ben @cleo @nobody @ana", to: room)
        for person in [world.ana, world.ben] {
            guard case .roomMessage(let message)? = person.inbox.last else {
                Issue.record("\(person.name) has no message")
                continue
            }
            #expect(message.mentions == ["ben"])
            #expect(try person.history(with: room).messages.map(\.mentions) == [["ben"]])
        }
        try world.ana.say("@ben", to: "ben")
        #expect(try world.ben.history(with: "ana").messages.map(\.mentions) == [[]])
    }

    @Test func `of a stranger is the same work as of nobody`() throws {
        let (world, room) = try `A group`.world()
        try world.signUp("dora")
        let works = try ["dora", "nobody"].map { name in
            try world.work(of: .saying("hi @\(name)", to: room, cid: "k-\(name)"), by: "ana")
        }
        #expect(works[0] == works[1])
    }

    @Test func `does not tell of a block`() throws {
        let answers = try [true, false].map { isBlocked in
            let (world, room) = try `A group`.world()
            if isBlocked { try world.cleo.block("ben") }
            try world.ben.say("@cleo", to: room)
            return try world.ben.history(with: room).messages.map(\.mentions)
        }
        #expect(answers == [[["cleo"]], [["cleo"]]])
    }

    @Test func `is unread until its message is read, on its user's devices alone`() throws {
        let (world, room) = try `A group`.world()
        _ = try world.ben.mute(room)
        let isMentioned = { (person: Person) in
            try person.rooms().rooms.first { $0.with == room }?.mark.mentioned
        }
        try world.ana.say("hi", to: room)
        #expect(try isMentioned(world.ben) == false)
        try world.ana.say("hi @ben", to: room)
        #expect(try isMentioned(world.ben) == true)
        #expect(try isMentioned(world.cleo) == false && isMentioned(world.ana) == false)
        #expect(try world.ben.history(with: room).mark.mentioned)
        #expect(try !world.ben.read(room, upTo: 2).mentioned)
        try world.ana.say("hi @ben", to: room)
        try world.ben.block("ana")
        #expect(try isMentioned(world.ben) == false)
        try world.ben.unblock("ana")
        #expect(try isMentioned(world.ben) == true)
        _ = try world.ana.delete(3, with: room)
        #expect(try isMentioned(world.ben) == false)
        #expect(try world.count(of: "room_mention") == 1)
    }

    @Test func `is notified although the group is muted, but not by an edit`() throws {
        let (world, room) = try `A group`.world()
        for person in [world.ben, world.cleo] { _ = try person.mute(room) }
        let isLoud = { (seq: UInt32, name: String) throws -> Bool in
            let message = RoomMessage.with { ($0.room, $0.seq, $0.from) = (room, seq, "ana") }
            let id = try #require(world.callers[name]).user
            return try world.store.snapshot { (snapshot) throws(Refusal) in
                try RoomsFeature.loudMessage(message, to: id, in: snapshot) != nil
            }
        }
        try world.ana.say("hi @ben", to: room)
        #expect(try isLoud(1, "ben") && !isLoud(1, "cleo"))
        try world.ana.say("hi", to: room)
        _ = try world.ana.edit(2, with: room, to: "hi @ben")
        #expect(try world.ben.history(with: room).messages.last?.mentions == ["ben"])
        #expect(try !isLoud(2, "ben"))
        _ = try world.ana.edit(1, with: room, to: "hi @cleo")
        #expect(try !isLoud(1, "ben") && !isLoud(1, "cleo"))
        try world.ana.say("again @ben", to: room)
        try world.ben.block("ana")
        #expect(try !isLoud(3, "ben"))
        try world.ben.unblock("ana")
        try world.ben.leave(room)
        #expect(try !isLoud(3, "ben"))
    }

    @Test func `of one who may not read the message is not made by an edit`() throws {
        let (world, room) = try `A group`.world()
        try world.signUp("dora")
        try world.ana.request("dora")
        try world.dora.accept("ana")
        try world.ana.say("old", to: room)
        try world.ana.add("dora", to: room)
        #expect(try world.ana.edit(1, with: room, to: "@dora @ben").mentions == ["ben"])
        #expect(try world.dora.rooms().rooms.first?.mark.mentioned == false)
    }

    @Test func `goes with the account of its user, and the text stays its author's`() throws {
        let (world, room) = try `A group`.world()
        try world.ana.say("hi @ben and @cleo", to: room)
        _ = try world.ana.edit(1, with: room, to: "hi @cleo and @ben")
        try world.ben.deleteAccount()
        try world.pass(.seconds(60))
        let messages = try world.cleo.history(with: room).messages
        #expect(messages.map(\.mentions) == [["cleo"]])
        #expect(messages.map(\.text) == ["hi @cleo and @ben"])
        #expect(try world.count(of: "room_mention") == 1)
        for person in [world.ana, world.cleo] { try person.leave(room) }
        try world.pass(.seconds(3))
        #expect(try world.count(of: "room_mention") == 0)
    }

    @Test func `counts twenty at most`() throws {
        let (world, room) = try `A group`.world()
        try world.fill(room, with: 40)
        let names = (10...40).map { "u\($0)" }
        try world.ana.say(names.map { "@\($0)" }.joined(separator: " "), to: room)
        #expect(
            try world.ben.history(with: room).messages.last?.mentions == Array(names.prefix(20)))
    }
}
