import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z20-Z24: friends talk.
@Suite struct `A room` {
    @Test func `shows a message to both, with its sender, name, number and time`() throws {
        let world = try World(friends: [("ana", "ben")])
        let sent = try world.ben.say("lunch?", to: "ana")
        #expect(sent.room == "ana:ben")
        #expect(sent.seq == 1)
        #expect(sent.at == world.clock.now.timestamp)
        let message = RoomMessage.with {
            $0.room = "ana:ben"
            $0.seq = 1
            $0.from = "ben"
            $0.displayName = "ben"
            $0.text = "lunch?"
            $0.at = world.clock.now.timestamp
        }
        #expect(world.ana.inbox == [.roomMessage(message)])
        #expect(world.ben.inbox == [.roomMessage(message)])
        #expect(try world.ana.history(with: "ben").messages == [message])
        #expect(try world.ben.history(with: "ana").messages == [message])
    }

    @Test func `has one order for both, whichever side speaks`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.say("1", to: "ben")
        try world.ben.say("2", to: "ana")
        try world.cleo.say("elsewhere", to: "ana")
        try world.ana.say("3", to: "ben")
        for page in [
            try world.ana.history(with: "ben"), try world.ben.history(with: "ana"),
        ] {
            #expect(page.messages.map(\.seq) == [1, 2, 3])
            #expect(page.messages.map(\.text) == ["1", "2", "3"])
        }
    }

    @Test(arguments: 1...4)
    func `has one order for both, when both speak at the same time`(attempt: Int) throws {
        let world = try World(friends: [("ana", "ben")])
        let said: [World.Said] = (0..<40).map { number in
            let (from, to) = number % 2 == 0 ? ("ana", "ben") : ("ben", "ana")
            let send = RoomSend.with {
                $0.to = to
                $0.text = "\(number)"
                $0.cid = "\(number)"
            }
            return (from, .roomSend(send))
        }
        _ = try world.atOnce(said)
        #expect(world.ana.inbox == world.ben.inbox)
        let page = try world.ana.history(with: "ben", limit: 100)
        #expect(page.messages.map(\.seq) == Array(1...40))
        #expect(Set(page.messages.map(\.text)).count == 40)
        #expect(page.messages.map { Event.roomMessage($0) } == world.ana.inbox)
    }

    @Test func `is of two, and no third can look in`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.say("secret", to: "ben")
        #expect(world.cleo.inbox == [])
        #expect(try world.cleo.rooms() == .with { $0.unread = 0 })
        expectRefusal(.notFriends, "with") { _ = try world.cleo.history(with: "ben") }
        #expect(try world.cleo.history(with: "ana").messages == [])
    }

    @Test(arguments: ["cleo", "ana", "nobody", "", "ana:ben"])
    func `is for friends only, and tells nothing of others`(name: String) throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.notFriends, "to") { try world.ana.say("hi", to: name) }
        expectRefusal(.notFriends, "with") { _ = try world.ana.history(with: name) }
        expectRefusal(.notFriends, "with") { try world.ana.read(name, upTo: 1) }
        #expect(Set(world.ana.world.answers["ana"] ?? []).count == 6)
    }

    @Test func `accepts nothing after the friendship has ended`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("hi", to: "ben")
        try world.ben.remove("ana")
        let before = world.ben.inbox
        for (one, other) in [("ana", "ben"), ("ben", "ana")] {
            let person = world[dynamicMember: one]
            expectRefusal(.notFriends, "to") { try person.say("still there?", to: other) }
            expectRefusal(.notFriends, "with") { _ = try person.history(with: other) }
            expectRefusal(.notFriends, "with") { try person.read(other, upTo: 1) }
            #expect(try person.rooms().rooms == [])
        }
        #expect(world.ben.inbox == before)
    }

    @Test func `accepts nothing behind an unfriend in the same commit`() throws {
        let world = try World(friends: [("ana", "ben")])
        let send = RoomSend.with {
            $0.to = "ben"
            $0.text = "too late"
            $0.cid = "1"
        }
        let results = try world.together([
            ("ben", .friendRemove(.with { $0.friend = "ana" })), ("ana", .roomSend(send)),
        ])
        expectRefusal(.notFriends, "to") { _ = try results[1].result.get() }
        #expect(world.ben.inbox == [.unfriended("ana")])
    }

    @Test func `goes on with its numbers when two are friends again`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("then", to: "ben")
        try world.ana.remove("ben")
        try world.ana.request("ben")
        try world.ben.accept("ana")
        #expect(try world.ben.say("now", to: "ana").seq == 2)
        #expect(try world.ana.history(with: "ben").messages.map(\.text) == ["then", "now"])
    }

    @Test func `is there after a restart, and goes on counting`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("before", to: "ben")
        try world.restart()
        #expect(try world.ana.say("after", to: "ben").seq == 2)
        #expect(try world.ben.history(with: "ana").messages.map(\.text) == ["before", "after"])
        #expect(try world.ben.rooms().unread == 2)
    }

    @Test func `comes in pages, from the newest to the oldest`() throws {
        let world = try World(friends: [("ana", "ben")])
        for number in 1...7 { try world.ana.say("\(number)", to: "ben") }
        let newest = try world.ben.history(with: "ana", limit: 3)
        #expect(newest.messages.map(\.seq) == [5, 6, 7])
        #expect(newest.more)
        let older = try world.ben.history(with: "ana", before: 5, limit: 3)
        #expect(older.messages.map(\.seq) == [2, 3, 4])
        #expect(older.more)
        let oldest = try world.ben.history(with: "ana", before: 2, limit: 3)
        #expect(oldest.messages.map(\.seq) == [1])
        #expect(oldest.hasMore && !oldest.more)
        #expect(try world.ben.history(with: "ana", before: 1, limit: 3).messages == [])
        let exact = try world.ben.history(with: "ana", limit: 7)
        #expect(exact.messages.count == 7 && !exact.more)
    }

    @Test func `gives 50 messages when the command does not say how many`() throws {
        let world = try World(friends: [("ana", "ben")])
        for number in 1...51 { try world.ana.say("\(number)", to: "ben") }
        let page = try world.ana.history(with: "ben")
        #expect(page.messages.map(\.seq) == Array(2...51))
        #expect(page.more)
    }

    @Test(arguments: [0, 101, UInt32.max])
    func `gives no page of another size than 1 to 100`(limit: UInt32) throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.invalidField, "limit") {
            _ = try world.ana.history(with: "ben", limit: limit)
        }
    }

    @Test func `in which nothing was said is empty, and in no list`() throws {
        let world = try World(friends: [("ana", "ben")])
        let page = try world.ana.history(with: "ben")
        #expect(page.room == "ana:ben")
        #expect(page.messages == [])
        #expect(try world.ana.rooms().rooms == [])
    }
}
