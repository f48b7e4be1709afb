import Kernel
import SwiftProtobuf
import Testing
import Wire

/// I2: the same `cid` has one effect and gets the first reply.
@Suite struct `A message that is sent again` {
    @Test func `has one effect, and the first reply`() throws {
        let world = try World(friends: [("ana", "ben")])
        let first = try world.ana.say("hi", to: "ben", cid: "k1")
        try world.pass(.seconds(60))
        try world.restart()
        #expect(try world.ana.say("hi", to: "ben", cid: "k1") == first)
        #expect(world.ben.inbox.count == 1)
        #expect(try world.ana.history(with: "ben").messages.count == 1)
    }

    @Test func `in the same commit has one effect`() throws {
        let world = try World(friends: [("ana", "ben")])
        let send = RoomSend.with {
            $0.to = "ben"
            $0.text = "hi"
            $0.cid = "k1"
        }
        let results = try world.together([("ana", .roomSend(send)), ("ana", .roomSend(send))])
        #expect(try results[0].result.get() == results[1].result.get())
        #expect(world.ben.inbox.count == 1)
    }

    @Test func `with other words, or to another, is a conflict`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.say("hi", to: "ben", cid: "k1")
        expectRefusal(.conflict, "cid") { try world.ana.say("ho", to: "ben", cid: "k1") }
        expectRefusal(.conflict, "cid") { try world.ana.say("hi", to: "cleo", cid: "k1") }
        #expect(world.ben.inbox.count == 1)
        #expect(world.cleo.inbox == [])
    }

    @Test func `is another's own, when another uses the same cid`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say("hi", to: "ben", cid: "k1")
        #expect(try world.ben.say("hi", to: "ana", cid: "k1").seq == 2)
    }

    @Test func `may be mended, when it was refused`() throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.invalidField, "text") { try world.ana.say("", to: "ben", cid: "k1") }
        #expect(try world.ana.say("hi", to: "ben", cid: "k1").seq == 1)
    }

    @Test func `gets the first reply even after the friendship, and still has no effect`() throws {
        let world = try World(friends: [("ana", "ben")])
        let first = try world.ana.say("hi", to: "ben", cid: "k1")
        try world.ben.remove("ana")
        #expect(try world.ana.say("hi", to: "ben", cid: "k1") == first)
        expectRefusal(.notFriends, "to") { try world.ana.say("hi", to: "ben", cid: "k2") }
    }

    @Test(arguments: ["", String(repeating: "x", count: 65), String(repeating: "ü", count: 33)])
    func `needs a cid of 1 to 64 bytes`(cid: String) throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.invalidField, "cid") { try world.ana.say("hi", to: "ben", cid: cid) }
        #expect(world.ben.inbox == [])
    }
}
