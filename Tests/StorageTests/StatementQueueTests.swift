import Kernel
import TestLedger
import TestSupport
import Testing

@testable import PostgreSQL

/// What gathers on its way to a server, and comes back in one trip.
@Suite(.enabled(if: TestDatabase.isAtHand, "Tests/postgresql.sh runs a server"))
struct `Statements on their way` {
    private let database: TestDatabase
    private let queue: StatementQueue

    init() throws {
        database = try TestDatabase()
        queue = StatementQueue(on: try ServerLink(database.settings))
        try queue.append("CREATE TABLE thing (id BIGINT PRIMARY KEY, word TEXT)", .change)
        _ = try queue.exchange()
    }

    private func put(_ id: Int64, _ word: String) throws {
        try queue.append("INSERT INTO thing (id, word) VALUES (\(id), \(word))", .change)
    }

    private static let words: SQL = "SELECT word FROM thing ORDER BY id"

    private func words() throws -> [SQL.Value] {
        try queue.append(Self.words, .answer)
        return try queue.exchange().answers.first?.compactMap(\.first) ?? []
    }

    @Test func `are answered in their order, and say what they have changed`() throws {
        try put(1, "a")
        try put(2, "b")
        try queue.append("UPDATE thing SET word = word || '!' RETURNING word", .answer)
        try queue.append("UPDATE thing SET word = '' WHERE id = 3 RETURNING word", .answer)
        try queue.append("SELECT id FROM thing ORDER BY id DESC", .answer)
        let done = try queue.exchange()
        #expect(
            done.answers == [
                [[.text("a!")], [.text("b!")]], [], [[.integer(2)], [.integer(1)]],
            ])
        #expect(done.counts == [2, 0, 0])
        #expect(done.changedCount == 4)
        #expect(queue.waiting.isEmpty)
    }

    @Test func `are passed over behind one that fails, and the next trip goes as ever`() throws {
        try queue.append("BEGIN", .frame)
        try put(1, "a")
        try put(1, "twice")
        try queue.append("DELETE FROM thing WHERE id = 1", .change)
        let error = #expect(throws: StoreError.self) { try words() }
        guard case .conflict? = error else {
            Issue.record("expected a conflict, got \(String(describing: error))")
            return
        }
        #expect(!queue.hasMiscounted)
        try queue.undo()
        #expect(try words() == [])
        // Of what was passed over nothing is taken for prepared.
        try queue.append("DELETE FROM thing WHERE id = 1", .change)
        try put(2, "b")
        #expect(try words() == [.text("b")])
    }

    @Test func `know the one that counts the commit from the others`() throws {
        try put(1, "a")
        try queue.append("INSERT INTO thing (id) SELECT NULL::BIGINT", .count)
        #expect(throws: StoreError.self) { try queue.exchange() }
        #expect(queue.hasMiscounted)
        try put(2, "b")
        _ = try queue.exchange()
        #expect(!queue.hasMiscounted)
    }

    @Test func `bring what was foreseen, once`() throws {
        try put(1, "a")
        try queue.append(Self.words, .foresight)
        #expect(queue.foresees(Self.words))
        _ = try queue.exchange()
        try database.run("UPDATE thing SET word = 'b'")
        #expect(queue.takeForeseen("SELECT id FROM thing") == nil)
        #expect(queue.takeForeseen(Self.words) == [[.text("a")]])
        #expect(queue.takeForeseen(Self.words) == nil)
    }

    @Test func `make nothing of a foresight that a change has overtaken`() throws {
        try put(1, "a")
        try queue.append(Self.words, .foresight)
        try put(2, "b")
        #expect(!queue.foresees(Self.words))
        _ = try queue.exchange()
        #expect(queue.takeForeseen(Self.words) == nil)
        try queue.append(Self.words, .foresight)
        _ = try queue.exchange()
        try put(3, "c")
        #expect(queue.takeForeseen(Self.words) == nil)
    }

    @Test func `are refused at once when the server could not keep a value`() throws {
        #expect(throws: StoreError.failed("a text holds a NUL")) { try put(1, "a\0b") }
        #expect(queue.waiting.isEmpty)
        #expect(try words() == [])
    }

    @Test func `wait once more when the server was gone`() throws {
        try put(1, "a")
        try database.cutConnections()
        #expect(throws: StoreError.self) { try queue.exchange() }
        #expect(queue.waiting.count == 1)
    }

    @Test(arguments: [true, false])
    func `are blamed on their own command`(isFirst: Bool) throws {
        let bench = try Bench(.postgreSQL)
        let bad = Ledger.job("bad") { (transaction) throws(Refusal) in
            for _ in 0..<2 {
                try transaction.run("INSERT INTO line (seq, text) VALUES (99, 'twice')")
            }
        }
        let jobs = isFirst ? [bad, Ledger.job("good")] : [Ledger.job("good"), bad]
        let expected = isFirst ? ["internal", "good"] : ["good", "internal"]
        #expect(try bench.write(jobs).map(\.outcome) == expected)
        #expect(try bench.lines() == ["1 good"])
    }
}
