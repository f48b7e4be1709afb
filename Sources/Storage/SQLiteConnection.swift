package import Kernel

/// A connection that changes its database in transactions: what a commit group runs on.
package protocol WritingConnection: StoreConnection {
    /// Makes the ids of its transactions.
    var ids: IdentifierBox { get }
    /// Begins a transaction.
    func begin() throws(StoreError)
    /// Makes the transaction durable.
    func commit() throws(StoreError)
    /// Undoes the transaction; harmless when there is none any more.
    func rollback()
}

/// One connection to the SQLite file: GRDB opens and keeps it, our statements run on it raw.
///
/// Not Sendable: used inside ``SQLiteSession`` only.
package final class SQLiteConnection: WritingConnection {
    private let database: OpaquePointer
    private let statements: SQLiteStatements
    private var sequences = SequenceCache()
    private var mark: IdentifierMark?
    private var checkpointer: Checkpointer?

    /// Makes the ids of this connection's transactions.
    package private(set) var ids: IdentifierBox
    private let node: Int

    /// - Parameter database: an open `sqlite3 *` that outlives this value.
    package init(on database: OpaquePointer, node: Int) {
        self.database = database
        statements = SQLiteStatements(on: database)
        ids = IdentifierBox(node: node)
        self.node = node
    }

    @discardableResult
    package func run(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        try statements.run(sql, row)
    }

    package func next(of sequence: Sequence) throws(StoreError) -> UInt32 {
        if let next = sequences.advance(sequence) { return next }
        var last: UInt32 = 0
        _ = try statements.run(sequence.recovery) { columns throws(StoreError) in
            last = try columns.count()
        }
        guard last < .max else { throw .failed("sequence \(sequence.kind) is used up") }
        sequences.start(sequence, at: last + 1)
        return last + 1
    }

    /// Runs a statement without binds or rows.
    package func execute(_ text: StaticString) throws(StoreError) {
        _ = try statements.run(SQL(stringLiteral: text)) { _ throws(StoreError) in }
    }

    /// Goes on after the last id that may have been made before, and keeps account of those that
    /// are made from here on.
    package func resumeIDs() throws(StoreError) {
        var last: Int64 = 0
        try run(IdentifierMark.stored) { columns throws(StoreError) in
            last = try columns.integer()
        }
        mark = IdentifierMark(last)
        ids = IdentifierBox(node: node, after: last)
    }

    /// From now on moves what was committed out of the WAL, when that has so many pages.
    func checkpoint(every pages: Int) {
        checkpointer = Checkpointer(on: database, every: pages)
    }

    /// - Returns: how many pages were moved; nil when there was nothing to do yet.
    func checkpointIfDue() throws(StoreError) -> Int? { try checkpointer?.runIfDue() }

    /// How many commits have written something so far.
    var commitCount: Int { checkpointer?.commitCount ?? 0 }

    package func begin() throws(StoreError) { try execute("BEGIN IMMEDIATE") }

    package func commit() throws(StoreError) {
        let raised = mark?.raised(over: ids.last)
        if let raised { try run(raised.update) { _ throws(StoreError) in } }
        do throws(StoreError) {
            try execute("COMMIT")
        } catch {
            throw error.whenCommitting
        }
        if let raised { mark = raised }
        sequences.keep()
    }

    /// Undoes the transaction; harmless when there is none any more.
    package func rollback() {
        try? execute("ROLLBACK")
        sequences.undo()
    }

    /// Lets go of its statements: before the database is closed.
    package func close() {
        checkpointer?.stop()
        statements.finalize()
    }
}
