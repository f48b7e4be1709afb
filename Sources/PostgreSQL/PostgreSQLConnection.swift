import Kernel
import Storage

/// One connection to the server, which is taken up again when it was lost.
///
/// Not Sendable: used inside ``PostgreSQLSession`` only.
final class PostgreSQLConnection: DurableConnection {
    private let link: ServerLink
    private let statements: PreparedStatements
    private let isWriter: Bool
    private let whenReplaced: @Sendable () -> Void
    private var memory: WriterMemory
    private var tally = CommitTally()
    private var hasChanged = false
    /// Whether everything was said that a fresh connection is told, and seen that has to be.
    private var isGreeted = false
    private(set) var commitCount = 0

    var ids: IdentifierBox { memory.ids }

    /// Connects.
    ///
    /// - Parameters:
    ///   - settings: as libpq takes them.
    ///   - isWriter: whether it is the one that writes: a second one is refused.
    ///   - whenReplaced: called when the data are not those that this daemon has left.
    init(
        _ settings: String, isWriter: Bool, node: Int,
        whenReplaced: @escaping @Sendable () -> Void = {}
    ) throws(StoreError) {
        link = try ServerLink(settings)
        statements = PreparedStatements(on: link)
        memory = WriterMemory(node: node)
        self.isWriter = isWriter
        self.whenReplaced = whenReplaced
        try greet(lockSeconds: 5)
        isGreeted = true
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

    /// Runs statements without values or rows, however long they take.
    func execute(_ script: String) throws(StoreError) { try link.execute(script, within: nil) }

    /// From here on commits are counted.
    func resumeTally() throws(StoreError) {
        try execute(CommitTally.creation)
        tally = try CommitTally(on: self) ?? CommitTally()
    }

    /// From here on ids go on after the newest that is stored.
    func resumeIDs() throws(StoreError) { try memory.resume(on: self) }

    func begin() throws(StoreError) {
        try start("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        hasChanged = false
    }

    func beginReading() throws(StoreError) {
        try start("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    func commit() throws(StoreError) {
        if let owed = memory.owed() { try run(owed) { _ throws(StoreError) in } }
        let tag: String
        do throws(StoreError) {
            tag = try link.execute(hasChanged ? "\(tally.next); COMMIT" : "COMMIT")
        } catch {
            switch error {
            // Nobody knows whether it is there, or will be.
            case .unreachable(let words) where hasChanged:
                throw .broken("the server went away in a commit: \(words)")
            // No rule of the data waits for the commit: it is the tally's own.
            case .conflict where hasChanged: throw dataReplaced()
            default: throw error
            }
        }
        // It answers so when a statement before has failed.
        guard tag == "COMMIT" else { throw .failed("the transaction was undone: \(tag)") }
        memory.keep()
        guard hasChanged else { return }
        tally.keep()
        commitCount += 1
    }

    func rollback() {
        memory.undo()
        guard link.isUp, !link.isIdle else { return }
        do throws(StoreError) { try link.execute("ROLLBACK") } catch { link.drop() }
    }

    /// PostgreSQL does so by itself.
    func checkpointIfDue() throws(StoreError) -> Int? { nil }

    /// Begins a transaction, if need be on a new connection: of a server that was started again
    /// nobody is told.
    private func start(_ beginning: String) throws(StoreError) {
        if isGreeted, link.isUp, link.isIdle {
            do throws(StoreError) {
                try link.execute(beginning)
                return
            } catch {
                guard case .unreachable = error else { throw error }
            }
        }
        try reconnect()
        try link.execute(beginning)
    }

    /// - Throws: ``StoreError/broken`` when somebody else has written meanwhile, or what was
    ///   committed is gone: what this daemon remembers of the data is not so any more.
    private func reconnect() throws(StoreError) {
        isGreeted = false
        statements.forget()
        try link.reconnect()
        try greet(lockSeconds: 25)
        if isWriter {
            guard try CommitTally(on: self) == tally else { throw dataReplaced() }
        }
        isGreeted = true
    }

    /// Somebody else has written, or a copy was put back: the next run begins a new epoch.
    private func dataReplaced() -> StoreError {
        whenReplaced()
        return .broken("the database is not as it was left")
    }

    /// What every fresh connection is told.
    ///
    /// - Parameter lockSeconds: how long another daemon, or the server's end of a connection that
    ///   broke, may take to let go of the data.
    private func greet(lockSeconds: Int) throws(StoreError) {
        try link.execute(Self.greeting)
        guard isWriter else { return }
        do throws(StoreError) {
            try link.execute("SET lock_timeout = '\(lockSeconds)s'; SELECT \(Self.lock)")
            try link.execute("SET lock_timeout = 0")
        } catch {
            guard case .conflict = error else { throw error }
            throw .broken("another upford has the database")
        }
    }

    /// What is committed is on the server's disk, at least. And the server notices within 25
    /// seconds when this machine is gone: until then it keeps the lock.
    private static let greeting = """
        SET statement_timeout = 0;
        SELECT set_config('synchronous_commit',
            CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply'
                ELSE 'on' END, false);
        SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;
        SET tcp_keepalives_count = 3; SET tcp_user_timeout = 20000
        """

    /// Taken by the one daemon that writes the tables of a schema, until its connection ends.
    private static let lock = "pg_advisory_lock(hashtextextended(current_schema(), 0))"
}
