import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Where the events of a session start.
@Suite struct `A session` {
    /// The world, and ben's newest seq: 5.
    static func busy() throws -> (world: World, top: UInt32) {
        let world = try World(friends: [("ana", "ben")])
        for text in ["one", "two", "three"] { try world.ana.say(text, to: "ben") }
        return (world, try #require(world.ben.numberedInbox.last?.seq))
    }

    /// One row: what a device says, and what it gets.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Counted from the top: -1 is the last but one; nil when the device says nothing.
        let after: Int?
        let cursor: Int
        let isReset: Bool
    }

    static let rows = [
        Row(testDescription: "says nothing: from now on", after: nil, cursor: 0, isReset: false),
        Row(testDescription: "has all", after: 0, cursor: 0, isReset: false),
        Row(testDescription: "misses one", after: -1, cursor: -1, isReset: false),
        Row(testDescription: "has nothing", after: -5, cursor: -5, isReset: false),
        Row(testDescription: "is ahead of the server", after: 1, cursor: 0, isReset: true),
    ]

    @Test(arguments: rows)
    func `goes on where the device left off`(row: Row) throws {
        let (world, top) = try Self.busy()
        try #require(top == 5)
        let after = row.after.map { UInt32(5 + $0) }
        let session = try world.ben.openSession(token: world.token(of: "ben"), after: after)
        #expect(session.answer.top == 5)
        #expect(session.answer.floor == 1)
        #expect(session.answer.reset == row.isReset)
        #expect(session.grant.cursor == UInt32(5 + row.cursor))
        #expect(session.grant.top == 5)
    }

    @Test func `starts anew when the device comes from another epoch`() throws {
        let (world, top) = try Self.busy()
        let token = try world.token(of: "ben")
        let epoch = try world.ben.openSession(token: token).answer.epoch
        #expect(epoch != "")
        let same = try world.ben.openSession(token: token, after: 2, epoch: epoch)
        #expect(!same.answer.reset)
        #expect(same.grant.cursor == 2)
        let other = try world.ben.openSession(token: token, after: 2, epoch: "another")
        #expect(other.answer.reset)
        #expect(other.grant.cursor == top)
    }

    @Test func `starts anew when the device is behind the floor, and only then`() throws {
        let (world, top) = try Self.busy()
        try world.forget(inboxOf: world.ben.id, upTo: 3)
        let token = try world.token(of: "ben")
        let behind = try world.ben.openSession(token: token, after: 2)
        #expect(behind.answer.reset)
        #expect(behind.answer.floor == 4)
        #expect(behind.grant.cursor == top)
        let atTheFloor = try world.ben.openSession(token: token, after: 3)
        #expect(!atTheFloor.answer.reset)
        #expect(atTheFloor.grant.cursor == 3)
    }

    @Test func `keeps its epoch over a restart`() throws {
        let world = try World()
        let token = try world.token(of: "ana")
        let before = try world.ana.openSession(token: token).answer.epoch
        try world.restart()
        #expect(try world.ana.openSession(token: token).answer.epoch == before)
    }

    @Test func `of a new account starts at nothing`() throws {
        let world = try World()
        let session = try world.dora.openSession(token: try world.dora.register(), after: 0)
        #expect(session.answer.top == 0)
        #expect(session.answer.floor == 1)
        #expect(!session.answer.reset)
    }

    @Test func `tells the limits`() throws {
        let world = try World()
        let session = try world.ana.openSession(token: world.token(of: "ana"))
        #expect(session.answer.limits.messageBytes == 65_536)
        #expect(session.answer.limits.commandsInFlight == 64)
    }

    @Test(arguments: ["", "  ", String(repeating: "x", count: 65), "a\u{1B}"])
    func `needs a name for the device`(device: String) throws {
        let world = try World()
        let token = try world.token(of: "ana")
        let open = SessionOpen.with {
            $0.token = token
            $0.device = device
        }
        let completion = try world.call(.sessionOpen(open), by: "ana", as: nil)
        expectRefusal(.invalidField, "device") { _ = try completion.result.get() }
    }
}

extension World {
    /// Cuts the oldest events off an inbox, as a later version will for the sake of space.
    fileprivate func forget(inboxOf user: User.ID, upTo seq: UInt32) throws {
        let job = WriteJob { (transaction) throws(Refusal) in
            try transaction.run("DELETE FROM inbox WHERE user_id = \(user) AND seq <= \(seq)")
        }
        try store.write([job])
        try results.nextDone()
    }
}
