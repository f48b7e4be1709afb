import Kernel
import SwiftProtobuf
import Testing
import Wire

/// A device acknowledges how far it has its inbox.
@Suite struct `An acknowledgement` {
    @Test func `is cumulative, and never moves back`() throws {
        let world = try World(friends: [("ana", "ben")])
        for text in ["one", "two", "three"] { try world.ana.say(text, to: "ben") }
        try world.ben.acknowledge(4)
        try world.ben.acknowledge(2)
        #expect(try world.ben.acknowledged() == 4)
        try world.ben.acknowledge(5)
        #expect(try world.ben.acknowledged() == 5)
    }

    @Test func `of what is not there is refused`() throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.invalidField, "seq") { try world.ben.acknowledge(3) }
        expectRefusal(.invalidField, "seq") { try world.ben.acknowledge(.max) }
        #expect(try world.ben.acknowledged() == 0)
    }

    @Test func `outlives a restart`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ben.acknowledge(2)
        try world.restart()
        #expect(try world.ben.acknowledged() == 2)
    }
}

extension Person {
    /// This device has everything up to `seq`.
    func acknowledge(_ seq: UInt32) throws {
        try call(.sessionAck(.with { $0.seq = seq }))
    }

    /// How far this person's devices are, as the store has it.
    func acknowledged() throws -> UInt32 {
        try world.store.snapshot { [id] (snapshot) throws(Refusal) in
            try snapshot.first(Inbox.acknowledged(by: id)) ?? 0
        }
    }
}
