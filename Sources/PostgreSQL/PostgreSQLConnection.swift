import Glibc
import Kernel
import Storage

/// One connection to the server, which reconnects after it was lost.
///
/// Not Sendable: used inside ``PostgreSQLSession`` only.
final class PostgreSQLConnection: DurableConnection {
    private let link: ServerLink
    let queue: StatementQueue
    let role: ConnectionRole
    private let whenReplaced: @Sendable () -> Void
    var memory: WriterMemory
    private var tally = CommitTally()
    /// The row of a writer that is a node, once it is registered.
    var node: NodeRow?
    /// So many of the next transactions hold the gate alone, since one has met another node.
    private var keptCount = 0
    private var hasChanged = false
    /// Whether a transaction has begun and not ended, as seen from this end.
    private var isOpen = false
    /// Whether the server knows nothing of the transaction yet: it may begin on another connection.
    private var isFresh = false
    /// Whether the set-up of a fresh connection, with its checks, is complete.
    private var isGreeted = false
    private(set) var commitCount = 0

    var ids: IdentifierBox { memory.ids }

    /// Connects.
    ///
    /// - Parameters:
    ///   - settings: in libpq's form.
    ///   - role: a second connection that writes alone, or as the same node, is refused.
    ///   - hearing: records when the server was heard; a reader of a node ends on silence.
    ///   - whenReplaced: called when the data are not those that this daemon had left there.
    init(
        _ settings: String, as role: ConnectionRole, number: Int = 0,
        hearing: ServerHearing? = nil, whenReplaced: @escaping @Sendable () -> Void = {}
    ) throws(StoreError) {
        link = try ServerLink(settings)
        link.hearing = hearing
        if case .reader(node: .some) = role { link.minds = hearing != nil }
        queue = StatementQueue(on: link)
        memory = WriterMemory(node: number)
        self.role = role
        self.whenReplaced = whenReplaced
        try link.greet(as: role, lockSeconds: 5)
        isGreeted = true
    }

    @discardableResult
    func run(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        let (rows, count) = try ask(sql)
        for values in rows {
            var columns = Columns(values)
            try row(&columns)
        }
        return count
    }

    func change(_ sql: SQL) throws(StoreError) {
        try queue.append(sql, .change)
        // Otherwise a command with many changes would gather all of them here.
        if queue.waiting.count >= Self.waitingMax { _ = try exchange() }
    }

    static let waitingMax = 128

    var foresees: Bool { true }

    func foresee(_ looks: [SQL]) throws(StoreError) {
        for look in looks { try queue.append(look, .foresight) }
    }

    private func ask(_ sql: SQL) throws(StoreError) -> (rows: [[SQL.Value]], count: Int) {
        if queue.foresees(sql) { _ = try exchange() }
        if let rows = queue.takeForeseen(sql) { return (rows, 0) }
        try queue.append(sql, .answer)
        let done = try exchange()
        return (done.answers.last ?? [], done.counts.last ?? 0)
    }

    /// Sends what waits. A transaction that the server knows nothing of moves to a new connection
    /// if need be, so that commands do not notice a restart of the server.
    func exchange() throws(StoreError) -> StatementQueue.Return {
        let isFirst = isFresh
        isFresh = false
        var done: StatementQueue.Return
        do throws(StoreError) {
            done = try queue.exchange()
        } catch {
            guard isFirst, !link.hasTimedOut, case .unreachable = error else { throw error }
            let (trip, company) = (queue.waiting, link.company)
            try reconnect()
            (isOpen, hasChanged, link.company) = (true, false, company)
            queue.append(trip)
            done = try queue.exchange()
        }
        if done.changedCount > 0 { hasChanged = true }
        return done
    }

    /// Runs statements without values or rows, however long they take.
    func execute(_ script: String) throws(StoreError) {
        _ = try exchange()
        try link.execute(script, within: nil)
    }

    /// From here on commits are counted.
    func resumeTally() throws(StoreError) {
        try execute(CommitTally.creation)
        tally = try CommitTally(on: self) ?? CommitTally()
    }

    /// From here on ids continue after the newest that is stored.
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

    private func begin(in company: Company) throws(StoreError) {
        try start(company.beginning, in: company)
        // So the time spent waiting for the other nodes is known here.
        if company == .kept { _ = try exchange() }
    }

    /// Where many nodes meet, trying and failing takes longer than keeping the others out at once.
    private static let keptMax = 8

    func beginReading() throws(StoreError) {
        try start(["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"], in: .none)
    }

    func commit() throws(StoreError) { _ = try commit(isNumbered: false) }

    func commitNumbered() throws(StoreError) -> Int64? {
        try commit(isNumbered: node != nil)
    }

    /// - Returns: the number of the transaction; nil when it has changed nothing or no number is
    ///   needed; 0 when a needed number is not known.
    private func commit(isNumbered: Bool) throws(StoreError) -> Int64? {
        if let owed = memory.owed() { try change(owed) }
        // Only after this exchange is it known whether there is something to count.
        if !hasChanged, queue.hasChanges { _ = try exchange() }
        guard !isFresh else { return forgetTransaction() }
        // A node learns the outcome of a commit from its row.
        if node == nil, hasChanged, link.hasSpoken {
            // The server reports that it goes away. It cannot have committed what it has not
            // received.
            try queue.append("SELECT 1", .frame)
            _ = try exchange()
        }
        let isNumbered = isNumbered && hasChanged
        try queue.appendCommit(
            countedBy: hasChanged ? node?.next(mark: ids.last) ?? tally.next : nil,
            isNumbered: isNumbered)
        let done: StatementQueue.Return
        do throws(StoreError) {
            done = try exchange()
        } catch {
            guard hasChanged else { throw error }
            switch error {
            // Whether the commit is there, or will be, is unknown.
            case .unreachable(let words):
                guard node != nil else {
                    throw .broken("the server went away in a commit: \(words)")
                }
                try settle(words)
                return 0
            case .conflict where queue.hasMiscounted: throw dataReplaced()
            default: throw error
            }
        }
        // The server answers otherwise when an earlier statement has failed.
        guard done.tag == "COMMIT" else {
            throw .failed("the transaction was undone: \(done.tag)")
        }
        isOpen = false
        memory.keep()
        guard hasChanged else { return nil }
        if node == nil { tally.keep() } else { node?.keep() }
        commitCount += 1
        return isNumbered ? done.number ?? 0 : nil
    }

    /// The server knows nothing of the transaction, and need not: it has no number.
    private func forgetTransaction() -> Int64? {
        queue.clear()
        memory.keep()
        (isOpen, isFresh) = (false, false)
        return nil
    }

    /// The server went away in a commit: the node's count tells the outcome.
    ///
    /// Returns when the transaction is committed.
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

    /// How long it may take to learn the outcome of a commit. After that, clients that wait for an
    /// answer have turned to another node.
    private static let doubtMax = Duration.seconds(20)

    func rollback() {
        memory.undo()
        defer { (isOpen, isFresh) = (false, false) }
        guard isOpen, !isFresh, link.isUp else { return queue.clear() }
        do throws(StoreError) { try queue.undo() } catch { link.drop() }
    }

    /// PostgreSQL does this by itself.
    func checkpointIfDue() throws(StoreError) -> Int? { nil }

    /// Begins a transaction, with its first statement.
    private func start(_ beginning: [SQL], in company: Company) throws(StoreError) {
        queue.clear()
        if !isGreeted || !link.isUp || isOpen { try reconnect() }
        link.company = company
        for statement in beginning { try queue.append(statement, .frame) }
        (isOpen, isFresh, hasChanged) = (true, true, false)
    }

    /// - Throws: ``StoreError/broken`` when another process has written meanwhile, or commits are
    ///   gone: then what this daemon remembers of the data is wrong.
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
        (isGreeted, isOpen) = (false, false)
        queue.forget()
        try link.reconnect()
        try link.greet(as: role, lockSeconds: 25)
    }

    /// Another process has written, or a copy was restored: the next run begins a new epoch.
    private func dataReplaced() -> StoreError {
        whenReplaced()
        return .broken("the database is not as it was left")
    }

    /// Runs `body` while no other node does the same.
    func whileOthersWait(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        guard case .node = role else { return try body() }
        let key = "hashtextextended(\(ServerLink.place) || '//schema', 0)"
        try execute("SET lock_timeout = '60s'; SELECT pg_advisory_lock(\(key))")
        try execute("SET lock_timeout = 0")
        try body()
        try execute("SELECT pg_advisory_unlock(\(key))")
    }
}

/// Signals between nodes, through the data.
extension PostgreSQLConnection {
    func tell(_ signals: [Signal]) throws(StoreError) {
        guard let node else { return }
        for words in signals.compactMap(\.words) {
            try change(
                """
                INSERT INTO node_signal (xid, node, at_ms, body)
                VALUES (pg_current_xact_id()::text::bigint, \(Int64(node.number)),
                    (extract(epoch FROM now()) * 1000)::bigint, \(words))
                """)
        }
    }

    func hasNeighbours() throws(StoreError) -> Bool {
        guard let node else { return false }
        let others = Query(
            """
            SELECT count(*) FROM node_lease
            WHERE name LIKE 'alive/%' AND node <> \(Int64(node.number)) AND until > now()
            """
        ) { columns throws(StoreError) in try columns.integer() }
        return try first(others) ?? 0 > 0
    }

    func news(since horizon: Int64) throws(StoreError) -> NodeNews? {
        guard case .reader(let number?) = role else { return nil }
        var (entries, end): ([NodeNews.Entry], Int64) = ([], 0)
        try run(
            """
            SELECT now.horizon, s.id, s.xid, s.node,
                (extract(epoch FROM now()) * 1000)::bigint - s.at_ms, s.body
            FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon) now
            LEFT JOIN node_signal s ON s.xid >= \(horizon)
            ORDER BY s.id
            """
        ) { columns throws(StoreError) in
            end = try columns.integer()
            guard let id = try columns.optionalInteger() else { return }
            let transaction = try columns.integer()
            let isOwn = try columns.integer() == Int64(number)
            let age = Duration.milliseconds(max(0, try columns.integer()))
            // A newer version wrote it.
            guard let signal = Signal(words: try columns.text()) else { return }
            entries.append(
                NodeNews.Entry(
                    id: id, transaction: transaction, isOwn: isOwn, age: age, signal: signal))
        }
        return NodeNews(entries: entries, horizon: end)
    }
}
