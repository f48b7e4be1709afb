import CPostgreSQL
import Kernel

/// The statements of one connection that wait or are under way. They gather until the outcome of
/// one is needed, and then go in one round trip.
///
/// When a statement fails, the server skips the rest of the trip. The failure is thrown to the
/// waiting caller.
///
/// - Source: docs/decisions/0046
final class StatementQueue {
    /// One statement, and what happens to its rows.
    struct Entry {
        let sql: SQL
        let values: BoundValues
        let purpose: Purpose

        /// - Throws: ``StoreError/failed`` for a value that PostgreSQL cannot keep.
        init(_ sql: SQL, _ purpose: Purpose) throws(StoreError) {
            values = try BoundValues(sql)
            (self.sql, self.purpose) = (sql, purpose)
        }
    }

    enum Purpose {
        /// There are no rows: it begins or ends the transaction.
        case frame
        /// The rows are not read.
        case change
        /// The waiting caller reads the rows.
        case answer
        /// The rows are for a later query with the same text and values, if nothing changes until
        /// then.
        case foresight
        /// The rows are not read, and a failure says nothing about a command.
        case count
    }

    /// The results of a trip.
    struct Return {
        /// The rows of each entry that is an answer.
        var answers: [[[SQL.Value]]] = []
        /// How many rows each such entry has changed.
        var counts: [Int] = []
        /// How many rows were changed by all entries together.
        var changedCount = 0
        /// The tag of the last statement: `COMMIT`.
        var tag = ""

        /// The last answer as a number; nil when it is none: the commit stands all the same.
        var number: Int64? {
            guard let answer = answers.last?.first else { return nil }
            var columns = Columns(answer)
            return try? columns.integer()
        }
    }

    private enum Expected {
        case prepared(PreparedStatements.Shape, as: String)
        case done(Entry)
        /// The end of a trip.
        case mark
        /// The end of a trip whose transaction was undone: its outcome does not matter.
        case undone
    }

    private let link: ServerLink
    private var statements = PreparedStatements()
    private(set) var waiting: [Entry] = []
    private var expected: [Expected] = []
    private var foreseen: [(sql: SQL, rows: [[SQL.Value]])] = []
    /// Whether the last trip failed at the entry that counts the commit.
    private(set) var hasMiscounted = false

    init(on link: ServerLink) { self.link = link }

    /// Forgets all statements under way: a new connection knows none of them.
    func forget() {
        statements.forget()
        expected = []
        foreseen = []
        waiting = []
    }

    /// Whether the waiting statements may change something.
    var hasChanges: Bool { waiting.contains { $0.purpose == .change } }

    /// Queues a statement for the next trip.
    func append(_ sql: SQL, _ purpose: Purpose) throws(StoreError) {
        if purpose == .change { foreseen = [] }
        waiting.append(try Entry(sql, purpose))
    }

    /// Queues the end of the transaction.
    ///
    /// - Parameters:
    ///   - count: the statement that counts the commit; nil: the transaction has changed nothing.
    ///   - isNumbered: whether the transaction's number is the last answer of the trip.
    func appendCommit(countedBy count: SQL?, isNumbered: Bool) throws(StoreError) {
        if isNumbered { try append("SELECT pg_current_xact_id()::text::bigint", .answer) }
        if let count { try append(count, .count) }
        try append("COMMIT", .frame)
    }

    /// Queues again what waited before the connection was lost.
    func append(_ entries: [Entry]) { waiting += entries }

    /// Drops everything that waits.
    func clear() {
        waiting = []
        foreseen = []
    }

    /// Ends the current transaction. The statement leaves at once, and nothing waits for its
    /// outcome.
    func undo() throws(StoreError) {
        clear()
        var trip: [Expected] = []
        try send(try Entry("ROLLBACK", .frame), &trip)
        try link.send { PQpipelineSync($0) == 1 }
        expected += trip + [.undone]
    }

    /// The rows of a foreseen query, if they are as good as those of a query now.
    func takeForeseen(_ sql: SQL) -> [[SQL.Value]]? {
        guard let index = foreseen.firstIndex(where: { $0.sql.isSame(as: sql) }) else {
            return nil
        }
        return foreseen.remove(at: index).rows
    }

    /// Whether such a query is in the next trip, with no change behind it.
    func foresees(_ sql: SQL) -> Bool {
        waiting.reversed().prefix { $0.purpose == .foresight }.contains {
            $0.sql.isSame(as: sql)
        }
    }

    /// Sends everything that waits, and waits for the results.
    ///
    /// - Throws: the failure of the first statement that failed. After ``StoreError/unreachable``
    ///   the same statements wait again.
    func exchange() throws(StoreError) -> Return {
        let trip = waiting
        do throws(StoreError) {
            waiting = []
            try send(trip)
            return try receive()
        } catch {
            if case .unreachable = error { waiting = trip }
            throw error
        }
    }

    private func send(_ trip: [Entry]) throws(StoreError) {
        guard !trip.isEmpty else { return }
        var expected: [Expected] = []
        for entry in trip { try send(entry, &expected) }
        try link.send { PQpipelineSync($0) == 1 }
        self.expected += expected + [.mark]
    }

    private func send(_ entry: Entry, _ expected: inout [Expected]) throws(StoreError) {
        let shape = PreparedStatements.Shape(entry.sql)
        let (name, isNew) = statements.name(of: shape)
        try link.send { handle in
            guard PQenterPipelineMode(handle) == 1 else { return false }
            if isNew {
                let types = shape.types
                guard PQsendPrepare(handle, name, shape.text, Int32(types.count), types) == 1
                else { return false }
            }
            return entry.values.withPointers { values, lengths, formats in
                PQsendQueryPrepared(
                    handle, name, Int32(entry.sql.binds.count), values, lengths, formats, 1) == 1
            }
        }
        if isNew { expected.append(.prepared(shape, as: name)) }
        expected.append(.done(entry))
    }

    /// Waits for everything that is under way.
    private func receive() throws(StoreError) -> Return {
        var (result, failure) = (Return(), StoreError?.none)
        hasMiscounted = false
        defer { expected = [] }
        for next in expected {
            guard let outcome = try link.answer() else { throw lost() }
            defer { outcome.clear() }
            do throws(StoreError) {
                try take(outcome, for: next, into: &result)
            } catch {
                // The server sends nothing more.
                if case .unreachable = error { throw error }
                if failure == nil { failure = error }
                if case .done(let entry) = next { hasMiscounted = entry.purpose == .count }
            }
            switch next {
            case .mark: break
            case .undone: (result, failure) = (Return(), nil)
            case .done, .prepared:
                // Nothing follows the answer to a statement.
                guard let more = try link.answer() else { continue }
                more.clear()
                throw lost()
            }
        }
        if let failure { throw failure }
        return result
    }

    private func take(
        _ outcome: Outcome, for expected: Expected, into result: inout Return
    ) throws(StoreError) {
        switch expected {
        case .mark, .undone:
            guard !outcome.isMark else { return }
            try outcome.check()
            throw lost()
        case .prepared(let shape, let name):
            statements.forget(shape)
            guard !outcome.isSkipped else { return }
            try outcome.check()
            statements.keep(shape, as: name)
        case .done(let entry):
            if !outcome.isSkipped { try take(outcome, of: entry, into: &result) }
        }
    }

    private func take(
        _ outcome: Outcome, of entry: Entry, into result: inout Return
    ) throws(StoreError) {
        try outcome.check()
        result.tag = outcome.tag
        let count = outcome.isOfLook ? 0 : outcome.count
        result.changedCount += count
        if !outcome.isOfLook { foreseen = [] }
        switch entry.purpose {
        case .frame, .change, .count: return
        case .answer:
            result.answers.append(try outcome.rows())
            result.counts.append(count)
        case .foresight: foreseen.append((entry.sql, try outcome.rows()))
        }
    }

    private func lost() -> StoreError {
        let words = link.message
        link.drop()
        return .unreachable("expected an answer to each statement: \(words)")
    }
}

extension SQL {
    /// Whether it is the same statement with the same values.
    fileprivate func isSame(as other: SQL) -> Bool {
        words == other.words && binds == other.binds
    }
}

/// Which other nodes commit while this connection does.
enum Company {
    /// None, ever: the data belong to one daemon.
    case none
    /// Other nodes commit. A transaction that meets one of theirs gives way instead of waiting.
    case others
    /// Other nodes commit at other times: this one holds the gate alone.
    case kept

    /// How a transaction begins that changes something. It takes the gate before its first read: so
    /// it sees what the previous holder of the gate has left.
    ///
    /// - Source: docs/decisions/0041
    var beginning: [SQL] {
        switch self {
        case .none: ["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"]
        case .others:
            [
                "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE",
                "SET LOCAL lock_timeout = '25s'",
                "LOCK TABLE commit_gate IN ROW SHARE MODE",
                "SET LOCAL lock_timeout = '50ms'",
            ]
        case .kept:
            [
                "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE",
                "SET LOCAL lock_timeout = '25s'",
                "LOCK TABLE commit_gate IN EXCLUSIVE MODE",
            ]
        }
    }
}

/// How many commits have changed the data. Each of them stores the count. So a daemon that
/// reconnects sees whether all commits that it knows are there, and no others. One that stayed
/// connected sees it at its next commit.
struct CommitTally: Equatable {
    private var count: Int64 = 0

    /// No commits are known yet.
    init() {}

    /// The stored count; nil when there is none.
    init?(on connection: some StoreConnection) throws(StoreError) {
        let stored = Query<Int64>("SELECT count FROM commit_tally") { columns throws(StoreError) in
            try columns.integer()
        }
        guard let count = try connection.first(stored) else { return nil }
        self.count = count
    }

    /// Its table, with its one row.
    static let creation = """
        CREATE TABLE IF NOT EXISTS commit_tally (count BIGINT NOT NULL);
        INSERT INTO commit_tally (count) SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM commit_tally)
        """

    /// Counts the commit that it is a part of. It fails on a missing count when the data are at
    /// another count than this, or at none.
    var next: SQL {
        """
        WITH counted AS (
            UPDATE commit_tally SET count = CASE count WHEN \(count) THEN \(count + 1) END
            RETURNING 1)
        INSERT INTO commit_tally (count) SELECT NULL::BIGINT
        WHERE NOT EXISTS (SELECT 1 FROM counted)
        """
    }

    /// The counted commit has succeeded.
    mutating func keep() { count += 1 }
}
