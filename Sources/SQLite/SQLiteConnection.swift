import GRDBSQLite
package import Kernel
import Storage
import Wire

/// One connection to the SQLite file: GRDB opens and keeps it, our statements run on it raw.
///
/// Not Sendable: used inside ``SQLiteSession`` only.
package final class SQLiteConnection: DurableConnection {
    private let database: OpaquePointer
    private let statements: SQLiteStatements
    private var memory: WriterMemory
    private var checkpointer: Checkpointer?

    package var ids: IdentifierBox { memory.ids }

    /// - Parameter database: an open `sqlite3 *` that outlives this value.
    package init(on database: OpaquePointer, node: Int) {
        self.database = database
        NormalForm.add(to: database)
        statements = SQLiteStatements(on: database)
        memory = WriterMemory(node: node)
    }

    @discardableResult
    package func run(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        try statements.run(sql, row)
    }

    package func next(
        of sequence: Sequence, for id: Int64? = nil
    ) throws(StoreError) -> UInt32 {
        try memory.next(of: sequence, on: self)
    }

    /// Runs a statement without binds or rows.
    package func execute(_ text: StaticString) throws(StoreError) {
        _ = try statements.run(SQL(stringLiteral: text)) { _ throws(StoreError) in }
    }

    /// Continues after the last id that may have been made before, and keeps account of those that
    /// are made from here on.
    package func resumeIDs() throws(StoreError) {
        try memory.resume(on: self)
    }

    /// From now on moves commits out of the WAL, whenever it has so many pages.
    func checkpoint(every pages: Int, renewal: Duration) {
        checkpointer = Checkpointer(on: database, every: pages, renewal: renewal)
    }

    /// Moves the WAL into the database at once.
    ///
    /// - Parameter mode: one of `SQLITE_CHECKPOINT_…`.
    /// - Returns: SQLite's code.
    func checkpoint(_ mode: Int32) -> Int32 {
        sqlite3_wal_checkpoint_v2(database, nil, mode, nil, nil)
    }

    /// SQLite's error of its last call.
    var lastError: StoreError { StoreError(lastOf: database) }

    package func checkpointIfDue() throws(StoreError) -> Int? { try checkpointer?.runIfDue() }

    package var commitCount: Int { checkpointer?.commitCount ?? 0 }

    package func begin() throws(StoreError) { try execute("BEGIN IMMEDIATE") }

    package func beginReading() throws(StoreError) { try execute("BEGIN") }

    package func commit() throws(StoreError) {
        if let owed = memory.owed() { try run(owed) { _ throws(StoreError) in } }
        do throws(StoreError) {
            try execute("COMMIT")
        } catch {
            throw error.whenCommitting
        }
        memory.keep()
    }

    package func rollback() {
        try? execute("ROLLBACK")
        memory.undo()
    }

    /// Finalizes its statements: before the database is closed.
    package func close() {
        checkpointer?.stop()
        statements.finalize()
    }
}

/// The function `nfc` of SQL: a text in Unicode NFC.
/// - Source: https://www.sqlite.org/appfunc.html
enum NormalForm {
    /// Makes it available to the statements of a connection.
    static func add(to database: OpaquePointer) {
        sqlite3_create_function_v2(
            database, "nfc", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, _, values in
                guard let value = values?[0] else { return }
                let text = sqlite3_value_text(value).map { String(cString: $0) } ?? ""
                let normal = text.normalized
                guard !normal.isSame(as: text) else { return sqlite3_result_value(context, value) }
                sqlite3_result_text(context, normal, -1, SQLiteStatements.copied)
            }, nil, nil, nil)
    }
}
