import Kernel
import SwiftProtobuf
import Testing
import Wire

/// I3: a device that keeps its `after` sees 1, 2, 3 ... n, or is asked to start anew.
@Suite struct `An inbox` {
    /// A busy hour, with refusals in it.
    private static func hour(in world: World) throws {
        for round in 1...4 {
            try world.ana.set("coffee", on: round % 2 == 0)
            try world.ben.set("coffee", on: true)
            try world.ana.say("round \(round)", to: "ben")
            expectRefusal(.notFriends, "to") { try world.ana.say("hello", to: "cleo") }
            try world.ben.read("ana", upTo: UInt32(round))
            try world.cleo.request("ana")
            try world.cleo.withdraw("ana")
            try world.pass(.seconds(31))
        }
    }

    @Test func `counts 1, 2, 3 … for everybody, without gaps`() throws {
        let world = try World(friends: [("ana", "ben")])
        try Self.hour(in: world)
        for name in World.cast {
            let seqs = world[dynamicMember: name].numberedInbox.map(\.seq)
            #expect(seqs == Array(1...UInt32(seqs.count)))
            #expect(seqs.count >= 4)
        }
    }

    @Test func `goes on counting after a restart`() throws {
        let world = try World(friends: [("ana", "ben")])
        try Self.hour(in: world)
        let before = world.ana.numberedInbox.map(\.seq)
        try world.restart()
        try Self.hour(in: world)
        let after = world.ana.numberedInbox.map(\.seq)
        #expect(after.count > before.count)
        #expect(after == Array(1...UInt32(after.count)))
    }

    @Test func `delivers to sockets exactly what it stores`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("coffee", on: true)
        let completion = try world.call(
            .setting("coffee", on: true), by: "ben", as: world.callers["ben"])
        let sent = completion.deliveries.flatMap { delivery in
            delivery.recipients.filter { $0.user == world.ben.id }
                .map { "\($0.seq) \(delivery.event.stored)" }
        }
        let stored = world.ben.numberedInbox.suffix(2).map { "\($0.seq) \($0.event.stored)" }
        #expect(sent == stored)
    }
}
