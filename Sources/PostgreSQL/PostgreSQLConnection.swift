import Glibc
import Kernel
import Storage

/// One connection to the server, which is taken up again when it was lost.
///
/// Not Sendable: used inside ``PostgreSQLSession`` only.
final class PostgreSQLConnection: DurableConnection {
    private let link: ServerLink
    private let statements: PreparedStatements
    let role: Role
    private let whenReplaced: @Sendable () -> Void
    private var memory: WriterMemory
    private var tally = CommitTally()
    /// Of a writer that is a node, once it has come.
    var node: NodeRow?
    /// So many of the next transactions keep the gate, since one has met another node.
    private var keptCount = 0
    var hasChanged = false
    /// Whether everything was said that a fresh connection is told, and seen that has to be.
    private var isGreeted = false
    private(set) var commitCount = 0

    /// What a connection is there for.
    enum Role: Equatable {
        /// To read; beside other nodes, for the node of this number.
        case reader(node: Int?)
        /// To write, and nobody else does.
        case onlyWriter
        /// To write, as the node of this name.
        case node(String)
    }

    var ids: IdentifierBox { memory.ids }

    /// Connects.
    ///
    /// - Parameters:
    ///   - settings: as libpq takes them.
    ///   - role: a second one that writes alone, or as the same node, is refused.
    ///   - whenReplaced: called when the data are not those that this daemon has left.
    init(
        _ settings: String, as role: Role, number: Int = 0,
        whenReplaced: @escaping @Sendable () -> Void = {}
    ) throws(StoreError) {
        link = try ServerLink(settings)
        statements = PreparedStatements(on: link)
        memory = WriterMemory(node: number)
        self.role = role
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

    func next(of sequence: Sequence, for id: Int64?) throws(StoreError) -> UInt32 {
        guard node != nil else { return try memory.next(of: sequence, on: self) }
        let head = try SequenceHead(next: sequence, after: ids.last, on: self)
        guard head.mark > id ?? ids.last else { return head.number }
        // Within the same millisecond the larger number of a node counts.
        ids.goOn(after: head.mark + IdentifierSource.distance(.milliseconds(1)))
        // What is made from here on is larger. An id that was made before is not.
        guard id == nil else { throw .contended("another node's clock is ahead") }
        return head.number
    }

    /// Runs statements without values or rows, however long they take.
    func execute(_ script: String) throws(StoreError) { try link.execute(script, within: nil) }

    /// From here on commits are counted.
    func resumeTally() throws(StoreError) {
        try execute(CommitTally.creation)
        tally = try CommitTally(on: self) ?? CommitTally()
    }

    /// From here on ids go on after the newest that is stored.
    func resumeIDs() throws(StoreError) {
        guard case .node(let name) = role else { return try memory.resume(on: self) }
        let row = try NodeRow(named: name, on: self)
        memory = WriterMemory(node: row.number, after: row.mark)
        node = row
    }

    func begin() throws(StoreError) {
        if keptCount > 0 { keptCount -= 1 }
        try begin(in: node == nil ? .none : keptCount > 0 ? .kept : .others)
    }

    func beginAlone() throws(StoreError) {
        keptCount = Self.keptMax
        try begin(in: node == nil ? .none : .kept)
        if node != nil { try passOthers() }
    }

    /// Nobody else commits now: ids from here on are larger than all that others have made, so that
    /// no head is ahead, however many a group of commands meets.
    private func passOthers() throws(StoreError) {
        let newest = Query("SELECT coalesce(max(mark), 0) FROM node") {
            columns throws(StoreError) in try columns.integer()
        }
        let mark = try first(newest) ?? 0
        guard mark > ids.last else { return }
        ids.goOn(after: mark + IdentifierSource.distance(.milliseconds(1)))
    }

    private func begin(in company: Company) throws(StoreError) {
        link.company = company
        try start(company.beginning)
        hasChanged = false
    }

    /// Where many meet, to try and to fail takes longer than to keep the others out at once.
    private static let keptMax = 8

    func beginReading() throws(StoreError) {
        try start("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    func commit() throws(StoreError) {
        if node != nil { return try commitAsNode() }
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

    /// Other nodes commit, too: the count is this node's own.
    private func commitAsNode() throws(StoreError) {
        let count = hasChanged ? node?.next(mark: ids.last) : nil
        let tag: String
        do throws(StoreError) {
            tag = try link.execute(count.map { "\($0); COMMIT" } ?? "COMMIT")
        } catch {
            switch error {
            case .unreachable(let words) where hasChanged: return try settle(words)
            // The rule of the count.
            case .conflict where hasChanged: throw dataReplaced()
            default: throw error
            }
        }
        guard tag == "COMMIT" else { throw .failed("the transaction was undone: \(tag)") }
        guard hasChanged else { return }
        node?.keep()
        commitCount += 1
    }

    /// The server went away in a commit: what came of it, the node's count says.
    ///
    /// Returns when it is committed.
    ///
    /// - Throws: ``StoreError/contended`` when it is undone for good, and may be tried again.
    private func settle(_ words: String) throws(StoreError) {
        guard let node else { throw .broken(words) }
        let end = ContinuousClock.now + Self.doubtMax
        while ContinuousClock.now < end {
            do throws(StoreError) {
                try greetAgain()
                guard let row = try NodeRow.again(node.number, on: self) else {
                    throw dataReplaced()
                }
                isGreeted = true
                self.node = row
                if row.commits == node.commits + 1 {
                    commitCount += 1
                    return
                }
                guard row.commits == node.commits else { throw dataReplaced() }
                throw .contended("the server went away before the commit: \(words)")
            } catch {
                guard case .unreachable = error else { throw error }
                usleep(200_000)
            }
        }
        throw .broken("the server went away in a commit: \(words)")
    }

    /// How long it may take to learn what came of a commit; whoever waits for an answer asks
    /// another node by then.
    private static let doubtMax = Duration.seconds(20)

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
        try greetAgain()
        switch role {
        case .reader: break
        case .onlyWriter:
            guard try CommitTally(on: self) == tally else { throw dataReplaced() }
        case .node:
            guard let node else { break }
            let row = try NodeRow.again(node.number, on: self)
            guard row?.commits == node.commits else { throw dataReplaced() }
            self.node = row
        }
        isGreeted = true
    }

    private func greetAgain() throws(StoreError) {
        isGreeted = false
        statements.forget()
        try link.reconnect()
        try greet(lockSeconds: 25)
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
        link.company = .none
        try link.execute(Self.greeting)
        switch role {
        case .reader: return
        case .onlyWriter:
            try lock(Self.place, "pg_advisory_lock", within: lockSeconds, "has the database")
        case .node(let name):
            try link.execute(Self.nodeGreeting)
            try lock(
                Self.place, "pg_advisory_lock_shared", within: lockSeconds,
                "has the database for itself")
            let own = "\(Self.place) || '/\(name)'"
            try lock(own, "pg_advisory_lock", within: lockSeconds, "is the node \(name)")
        }
    }

    /// - Parameters:
    ///   - key: an expression; a name of a node has no quote in it.
    ///   - deed: what another daemon does if it has the lock.
    private func lock(
        _ key: String, _ function: String, within seconds: Int, _ deed: String
    ) throws(StoreError) {
        do throws(StoreError) {
            try link.execute(
                "SET lock_timeout = '\(seconds)s'; SELECT \(function)(hashtextextended(\(key), 0))")
            try link.execute("SET lock_timeout = 0")
        } catch {
            guard case .conflict = error else { throw error }
            throw .broken("another upford \(deed)")
        }
    }

    /// Has no other node do the same meanwhile.
    func whileOthersWait(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        guard case .node = role else { return try body() }
        let key = "hashtextextended(\(Self.place) || '//schema', 0)"
        try link.execute("SET lock_timeout = '60s'; SELECT pg_advisory_lock(\(key))")
        try link.execute("SET lock_timeout = 0")
        try body()
        try link.execute("SELECT pg_advisory_unlock(\(key))")
    }

    /// Whether it writes as one of several nodes.
    var isNode: Bool { if case .node = role { true } else { false } }

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

    /// Whoever stands still in a transaction does not keep the other nodes waiting; and an index
    /// tells nodes apart that a walk through a table would not. What has no index seems to cost so
    /// much then that it would be compiled each time (100 ms).
    private static let nodeGreeting = """
        SET idle_in_transaction_session_timeout = '5s'; SET enable_seqscan = off;
        SET jit = off
        """

    /// What is locked for as long as a connection that writes lasts: the tables of a schema.
    private static let place = "current_schema()"
}
