import Kernel
import SwiftProtobuf
import Testing
import Wire

/// How far the other side of a room is: delivered always, read if they share it.
@Suite struct `A receipt` {
    /// ana has said three things to ben.
    static func said() throws -> World {
        let world = try World(friends: [("ana", "ben")])
        for text in ["one", "two", "three"] { try world.ana.say(text, to: "ben") }
        return world
    }

    static func receipt(_ delivered: UInt32, read: UInt32?) -> RoomReceipt {
        .with {
            ($0.room, $0.user, $0.delivered) = ("ana:ben", "ben", delivered)
            if let read { $0.read = read }
        }
    }

    @Test func `says at first that nothing has arrived`() throws {
        let world = try Self.said()
        #expect(try world.ana.history(with: "ben").receipt == Self.receipt(0, read: 0))
        #expect(try world.ana.rooms().rooms.map(\.receipt) == [Self.receipt(0, read: 0)])
    }

    @Test func `says what a device of the other has acknowledged`() throws {
        let world = try Self.said()
        let first = world.beginning(of: "ben") + 1
        try world.ben.acknowledge(first + 1)
        #expect(world.ana.hints == [.roomReceipt(Self.receipt(2, read: 0))])
        #expect(try world.ana.history(with: "ben").receipt == Self.receipt(2, read: 0))
        try world.ben.acknowledge(first)
        #expect(world.ana.hints.count == 1)
        try world.ben.acknowledge()
        #expect(world.ana.hints.last == .roomReceipt(Self.receipt(3, read: 0)))
        #expect(try world.ana.rooms().rooms.map(\.receipt) == [Self.receipt(3, read: 0)])
    }

    @Test func `says what the other has read, which has arrived then, too`() throws {
        let world = try Self.said()
        try world.ben.read("ana", upTo: 2)
        #expect(world.ana.hints == [.roomReceipt(Self.receipt(2, read: 2))])
        #expect(try world.ana.history(with: "ben").receipt == Self.receipt(2, read: 2))
        try world.ben.read("ana", upTo: 1)
        #expect(world.ana.hints.count == 1)
    }

    @Test func `has one key for a room and a user, so that the newest counts`() throws {
        let world = try Self.said()
        try world.ben.acknowledge()
        try world.ben.read("ana", upTo: 3)
        let keys = world.signals.compactMap { signal in
            if case .hint(let hint) = signal { hint.key } else { nil }
        }
        #expect(keys == ["receipt:ana:ben:ben", "receipt:ana:ben:ben"])
    }

    @Test func `says nothing of reading, when the other does not tell`() throws {
        let world = try Self.said()
        try world.ben.tell(receipts: false)
        try world.ben.acknowledge()
        try world.ben.read("ana", upTo: 3)
        #expect(world.ana.hints == [.roomReceipt(Self.receipt(3, read: nil))])
        #expect(try world.ana.history(with: "ben").receipt == Self.receipt(3, read: nil))
    }

    @Test func `does not tell afterwards what was read in silence, until the next mark`() throws {
        let world = try Self.said()
        try world.ben.read("ana", upTo: 1)
        try world.ben.tell(receipts: false)
        try world.ben.read("ana", upTo: 2)
        try world.ben.tell(receipts: true)
        #expect(try world.ana.history(with: "ben").receipt.read == 1)
        try world.ben.read("ana", upTo: 3)
        #expect(try world.ana.history(with: "ben").receipt.read == 3)
    }

    @Test func `stands still while the other is invisible`() throws {
        let world = try Self.said()
        try world.ben.tell(invisible: true)
        try world.ben.acknowledge()
        try world.ben.read("ana", upTo: 3)
        #expect(world.ana.hints == [])
        #expect(try world.ana.history(with: "ben").receipt == Self.receipt(0, read: 0))
        try world.ben.tell(invisible: false)
        try world.ben.acknowledge()
        #expect(try world.ana.history(with: "ben").receipt == Self.receipt(3, read: 0))
    }

    @Test func `goes to nobody any more after the friendship`() throws {
        let world = try Self.said()
        try world.ana.remove("ben")
        try world.ben.acknowledge()
        #expect(world.ana.hints == [])
    }

    @Test func `of an acknowledgement goes to every room that it concerns, and to no other`() throws
    {
        let world = try World(friends: [("ana", "ben"), ("cleo", "ben"), ("ana", "cleo")])
        try world.ana.say("hi", to: "ben")
        try world.cleo.say("hi", to: "ana")
        try world.ben.acknowledge()
        #expect(world.ana.hints == [.roomReceipt(Self.receipt(1, read: 0))])
        #expect(world.cleo.hints == [])
        try world.ben.say("answer", to: "cleo")
        try world.ben.acknowledge()
        #expect(world.cleo.hints == [])
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 99, 100, 101])
    func `finds what has arrived among many`(count: UInt32) throws {
        let world = try World(friends: [("ana", "ben")])
        _ = try world.together((1...101).map { ("ana", .saying("hi", to: "ben", cid: "k\($0)")) })
        try world.ben.acknowledge(world.beginning(of: "ben") + count)
        #expect(try world.ana.history(with: "ben").receipt.delivered == count)
        try world.restart()
        #expect(try world.ana.rooms().rooms.map(\.receipt.delivered) == [count])
    }
}

extension ClientMessage.OneOf_Command {
    /// The command that says something.
    static func saying(_ text: String, to friend: String, cid: String) -> Self {
        .roomSend(.with { ($0.to, $0.text, $0.cid) = (friend, text, cid) })
    }
}
