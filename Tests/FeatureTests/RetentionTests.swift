import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Inboxes keep 30 days and 10,000 events (here: 20), and never lose their place.
@Suite struct `What an inbox keeps` {
    private static let month = Duration.seconds(31 * 86_400)

    /// ana and ben are friends, and ana has said `count` things to ben.
    private static func chatty(_ count: Int) throws -> World {
        let world = try World(friends: [("ana", "ben")], keeping: 20)
        for number in 1...count { try world.ana.say("number \(number)", to: "ben") }
        return world
    }

    @Test func `is what is younger than its time`() throws {
        let world = try Self.chatty(3)
        try world.pass(Self.month)
        try world.ana.say("new", to: "ben")
        try world.pass(.seconds(5))
        #expect(world.ben.seqs == [6])
        let session = try world.ben.openSession(token: world.token(of: "ben"), after: 5)
        #expect(!session.answer.reset)
        #expect(session.answer.floor == 6)
    }

    @Test func `is at most so many events`() throws {
        let world = try Self.chatty(30)
        try world.pass(.seconds(5))
        #expect(world.ben.seqs == Array(13...32))
    }

    @Test func `is cut when something arrives, whatever else there is to forget`() throws {
        let world = try Self.chatty(100)
        let kept = world.ben.seqs
        #expect((20..<36).contains(kept.count))
        #expect(kept == Array((103 - UInt32(kept.count))...102))
        let late = try world.ben.openSession(token: world.token(of: "ben"), after: 50)
        #expect(late.answer.reset)
        #expect(try world.ben.history(with: "ana").messages.count == 50)
    }

    @Test func `is cut by a few events at a time`() throws {
        let world = try Self.chatty(14)
        try world.fill(inboxOf: world.ben.id, behind: 16, with: 5_000)
        try world.restart()
        for number in 1...16 { try world.ana.say("more \(number)", to: "ben") }
        #expect(world.ben.seqs.first == 33)
    }

    @Test func `is at least the newest, so that the numbering goes on`() throws {
        let world = try Self.chatty(3)
        try world.pass(Self.month)
        #expect(world.ben.seqs == [5])
        try world.restart()
        try world.ana.say("new", to: "ben")
        #expect(world.ben.seqs == [5, 6])
    }

    @Test func `makes a device start anew that has missed what is gone, and says how things stand`()
        throws
    {
        let world = try Self.chatty(30)
        try world.pass(.seconds(5))
        let late = try world.ben.openSession(token: world.token(of: "ben"), after: 11)
        #expect(late.answer.reset)
        #expect(late.grant.cursor == 32)
        #expect(late.answer.snapshot.friends.friends.map(\.user.username) == ["ana"])
        #expect(late.answer.snapshot.rooms.rooms.map(\.newest.text) == ["number 30"])
        let inTime = try world.ben.openSession(token: world.token(of: "ben"), after: 12)
        #expect(!inTime.answer.reset)
        #expect(!inTime.answer.hasSnapshot)
    }

    @Test func `leaves the history of a room alone`() throws {
        let world = try Self.chatty(30)
        try world.pass(Self.month)
        #expect(try world.ben.history(with: "ana").messages.count == 30)
    }

    @Test func `frees what nobody refers to any more`() throws {
        let world = try World(friends: [("ana", "ben")], keeping: 20)
        for _ in 1...15 {
            try world.ana.set("coffee", on: true)
            try world.ana.set("coffee", on: false)
        }
        let before = try world.eventCount()
        try world.pass(.seconds(5))
        #expect(before - (try world.eventCount()) == 11)
        #expect(world.ana.seqs.count == 20)
    }

    @Test func `is found in small steps, whatever there is to forget`() throws {
        let world = try Self.chatty(1)
        try world.fill(inboxOf: world.ben.id, behind: 3, with: 5_000)
        try world.pass(.seconds(1))
        #expect(world.ben.seqs.count > 4_000)
        for _ in 1...10 { try world.pass(.seconds(1)) }
        #expect(world.ben.seqs.count == 20)
    }
}

extension Person {
    /// What is in the inbox, by number.
    var seqs: [UInt32] { numberedInbox.map(\.seq) }
}

extension World {
    fileprivate func eventCount() throws -> Int64 {
        try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(
                Query("SELECT count(*) FROM event") { columns throws(StoreError) in
                    try columns.integer()
                }) ?? 0
        }
    }

    /// Puts events behind `seq` into an inbox, past everything that would keep it short.
    fileprivate func fill(inboxOf user: User.ID, behind seq: Int64, with count: Int64) throws {
        try daemon { (transaction) throws(Refusal) in
            for number in 1...count {
                try transaction.run(
                    """
                    INSERT INTO event (id, at_ms, body, reference_count)
                    SELECT \(number), at_ms, body, 1 FROM event ORDER BY id DESC LIMIT 1
                    """)
                try transaction.run(
                    """
                    INSERT INTO inbox (user_id, seq, event_id)
                    VALUES (\(user), \(seq + number), \(number))
                    """)
            }
            guard Self.nodeCount > 1 else { return }
            try transaction.run(
                """
                UPDATE sequence_head SET last = \(seq + count)
                WHERE kind = 'inbox' AND owner = \(user)
                """)
        }
    }
}
