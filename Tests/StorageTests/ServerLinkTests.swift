import Glibc
import Kernel
import TestSupport
import Testing

@testable import PostgreSQL

/// A connection to a server, and how long it waits.
@Suite(.enabled(if: TestDatabase.isAtHand, "Tests/postgresql.sh runs a server"))
struct `A connection to a server` {
    private let database: TestDatabase

    init() throws { database = try TestDatabase() }

    /// More than the buffers of a connection hold.
    private static let large = String(repeating: "x", count: 16_777_216)

    @Test func `carries both ways what is larger than its buffers`() throws {
        let queue = StatementQueue(on: try ServerLink(database.settings))
        for _ in 0..<3 { try queue.append("SELECT \(Self.large)", .answer) }
        let answers = try queue.exchange().answers
        #expect(answers == Array(repeating: [[.text(Self.large)]], count: 3))
    }

    @Test func `waits no longer for a server that takes nothing than for its answer`() throws {
        let link = try ServerLink(database.settings)
        let queue = StatementQueue(on: link)
        try queue.append("SELECT pg_backend_pid()::BIGINT", .answer)
        guard case .integer(let number)? = try queue.exchange().answers.first?.first?.first else {
            Issue.record("expected the number of a process")
            return
        }
        #expect(kill(pid_t(number), SIGSTOP) == 0)
        defer { kill(pid_t(number), SIGCONT) }
        let error = #expect(throws: StoreError.self) {
            try link.execute("SELECT '\(Self.large)'", within: .milliseconds(200))
        }
        guard case .unreachable? = error else {
            Issue.record("expected an unreachable server, got \(String(describing: error))")
            return
        }
        #expect(link.hasTimedOut, "it may have been done: it is not to be sent again")
    }

    @Test func `of a node's reader reports a locked table before it takes that for silence`()
        throws
    {
        let owner = try ServerLink(database.settings)
        try owner.execute("CREATE TABLE thing (id BIGINT)")
        try owner.execute("BEGIN; LOCK TABLE thing")
        let reader = try PostgreSQLConnection(
            database.settings, as: .reader(node: 1), hearing: ServerHearing())
        try reader.beginReading()
        let error = #expect(throws: StoreError.self) {
            try reader.run("SELECT id FROM thing") { _ throws(StoreError) in }
        }
        guard case .contended? = error else {
            Issue.record("expected that it is another's now, got \(String(describing: error))")
            return
        }
        reader.rollback()
        try owner.execute("COMMIT")
        try reader.beginReading()
        try reader.run("SELECT id FROM thing") { _ throws(StoreError) in }
        reader.rollback()
    }
}
