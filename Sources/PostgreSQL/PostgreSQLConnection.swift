import Kernel
import Storage

/// One connection to the server, which is taken up again when it was lost.
///
/// Not Sendable: used inside ``PostgreSQLSession`` only.
final class PostgreSQLConnection: DurableConnection {
    private let link: ServerLink
    private let statements: PreparedStatements
    private let isWriter: Bool
    private var memory: WriterMemory
    private var hasChanged = false
    private(set) var commitCount = 0

    var ids: IdentifierBox { memory.ids }

    /// Connects.
    ///
    /// - Parameters:
    ///   - settings: as libpq takes them.
    ///   - isWriter: whether it is the one that writes: a second one is refused.
    init(_ settings: String, isWriter: Bool, node: Int) throws(StoreError) {
        link = try ServerLink(settings, changes: isWriter)
        statements = PreparedStatements(on: link)
        memory = WriterMemory(node: node)
        self.isWriter = isWriter
        try greet()
    }

    @discardableResult
    func run(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        let count = try statements.run(sql, row)
        if count > 0 { hasChanged = true }
        return count
    }

    func next(of sequence: Sequence) throws(StoreError) -> UInt32 {
        try memory.next(of: sequence, on: self)
    }

    /// Runs statements without values or rows.
    func execute(_ script: String) throws(StoreError) { _ = try link.execute(script) }

    /// From here on ids go on after the newest that is stored.
    func resumeIDs() throws(StoreError) { try memory.resume(on: self) }

    func begin() throws(StoreError) {
        hasChanged = false
        try start("BEGIN ISOLATION LEVEL READ COMMITTED")
    }

    func beginReading() throws(StoreError) {
        try start("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    func commit() throws(StoreError) {
        if let owed = memory.owed() { try run(owed) { _ throws(StoreError) in } }
        let tag: String
        do throws(StoreError) {
            tag = try link.execute("COMMIT")
        } catch {
            // Nobody knows whether it is there, or will be.
            guard case .unreachable(let words) = error else { throw error }
            throw .broken("the server went away in a commit: \(words)")
        }
        // That is what it answers when a statement before has failed.
        guard tag == "COMMIT" else { throw .failed("the transaction was undone: \(tag)") }
        memory.keep()
        if hasChanged { commitCount += 1 }
    }

    func rollback() {
        memory.undo()
        if link.isUp { try? execute("ROLLBACK") }
    }

    /// PostgreSQL does so by itself.
    func checkpointIfDue() throws(StoreError) -> Int? { nil }

    func close() { link.close() }

    /// What every fresh connection is told.
    private func greet() throws(StoreError) {
        try execute("SET synchronous_commit = on; SET statement_timeout = 0; SET TIME ZONE 'UTC'")
        // Held until the connection ends: a daemon that is stopping may take a moment.
        guard isWriter else { return }
        do throws(StoreError) {
            try execute("SET lock_timeout = '5s'; SELECT \(Self.lock)")
            try execute("SET lock_timeout = 0")
        } catch {
            guard case .failed = error else { throw error }
            throw .broken("another upford has the database")
        }
    }

    /// Begins a transaction, if need be on a new connection: of a server that was started again
    /// nobody is told.
    private func start(_ beginning: String) throws(StoreError) {
        if link.isUp {
            do throws(StoreError) {
                return try execute(beginning)
            } catch {
                guard case .unreachable = error else { throw error }
            }
        }
        try reconnect()
        try execute(beginning)
    }

    /// - Throws: ``StoreError/broken`` when somebody else has written meanwhile, or what was
    ///   committed is gone: what this daemon remembers of the data is not so any more.
    private func reconnect() throws(StoreError) {
        statements.forget()
        try link.reconnect()
        try greet()
        guard isWriter else { return }
        guard try memory.isContinued(on: self) else {
            throw .broken("the database has changed while it was away")
        }
    }

    /// Taken by the one daemon that writes the tables of a schema.
    private static let lock = "pg_advisory_lock(hashtextextended(current_schema(), 0))"
}
