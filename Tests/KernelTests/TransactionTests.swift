import Kernel
import SwiftProtobuf
import Testing
import Wire

@Suite struct `A transaction` {
    @Test func `delivers an event to each inbox, under that inbox's next number`() throws {
        let transaction = Transaction(on: FakeConnection())
        try transaction.deliver(.friendRemoved(FriendRemoved()), to: [7, 8])
        try transaction.deliver(.friendRemoved(FriendRemoved()), to: [8])
        let recipients = transaction.deliveries.flatMap(\.recipients)
        #expect(recipients.map(\.user) == [7, 8, 8])
        #expect(recipients.map(\.seq) == [1, 1, 2])
    }

    @Test func `stores an event once, however many it is for`() throws {
        let connection = FakeConnection()
        try Transaction(on: connection).deliver(.friendRemoved(FriendRemoved()), to: [7, 8, 9])
        let events = connection.statements.filter { $0.text.hasPrefix("INSERT INTO event") }
        #expect(events.count == 1)
        // Two of the three inboxes in one statement.
        #expect(connection.statements.count == 3)
    }

    @Test func `puts it into each inbox once, however many there are`() throws {
        for count in 1...21 {
            let connection = FakeConnection()
            let users = (1...Int64(count)).map { User.ID(rawValue: $0) }
            try Transaction(on: connection).deliver(.friendRemoved(FriendRemoved()), to: users)
            let rows = connection.statements.filter { $0.text.hasPrefix("INSERT INTO inbox") }
            let told = rows.flatMap { row in
                stride(from: 0, to: row.binds.count, by: 3).map { row.binds[$0] }
            }
            #expect(told == users.map { .integer($0.rawValue) })
        }
    }

    @Test func `knows whether it has changed anything`() throws {
        let transaction = Transaction(on: FakeConnection())
        _ = try transaction.all(Query("SELECT 1") { _ throws(StoreError) in 1 })
        #expect(!transaction.hasWritten)
        try transaction.run("DELETE FROM token")
        #expect(transaction.hasWritten)
    }

    @Test func `has changed something when it has taken a number`() throws {
        let transaction = Transaction(on: FakeConnection())
        _ = try transaction.next(of: Sequence(kind: "room", owner: 1, recovery: "SELECT 0"))
        #expect(transaction.hasWritten)
    }

    @Test func `refuses without the database's words, and keeps them for the log`() {
        let error = StoreError.conflict("UNIQUE constraint failed: account.email")
        let transaction = Transaction(on: FakeConnection(error: error))
        #expect(throws: Refusal.fault) { try transaction.run("DELETE FROM token") }
        #expect(transaction.fault == error)
        #expect(!Refusal.fault.message.contains("account"))
    }

    @Test func `refuses for a while when the disk is full`() {
        let transaction = Transaction(on: FakeConnection(error: .full("disk is full")))
        let refusal = #expect(throws: Refusal.self) { try transaction.run("DELETE FROM token") }
        #expect(refusal?.code == .unavailable)
        #expect(refusal?.isTemporary == true)
        #expect(refusal?.retryAfter == .seconds(5))
    }

    @Test func `takes the first of several rows, and all of them, in order`() throws {
        let rows: [[SQL.Value]] = [[.integer(1)], [.integer(2)], [.integer(3)]]
        let transaction = Transaction(on: FakeConnection(rows: rows))
        let query = Query("SELECT n") { columns throws(StoreError) in try columns.integer() }
        #expect(try transaction.first(query) == 1)
        #expect(try transaction.all(query) == [1, 2, 3])
        let none = Transaction(on: FakeConnection())
        #expect(try none.first(query) == nil)
    }
}
