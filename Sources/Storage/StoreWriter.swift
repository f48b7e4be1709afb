import Dispatch
package import Kernel
import Synchronization

/// The one writing connection. Jobs gather while a commit is under way; the next commit takes
/// them all.
final class StoreWriter: Sendable {
    private struct Waiting {
        var jobs: [WriteJob] = []
        var isDraining = false
        var isClosed = false
    }

    private let session: any StoreSession
    private let options: StoreOptions
    private let queue = DispatchQueue(label: "upfor.write", qos: .userInitiated)
    private let waiting = Mutex(Waiting())
    private let group: CommitGroup
    private let health: StoreHealth
    private let order: CommitOrder

    init(
        on session: any StoreSession, options: StoreOptions, health: StoreHealth,
        order: CommitOrder
    ) {
        self.session = session
        self.order = order
        self.health = health
        self.options = options
        group = CommitGroup(options: options)
    }

    func append(_ jobs: [WriteJob]) {
        waiting.withLock { waiting in
            guard !waiting.isClosed, !jobs.isEmpty else { return }
            waiting.jobs.append(contentsOf: jobs)
            // Inside the lock: `close` waits for what was accepted, which must be on the queue by
            // then.
            if !waiting.isDraining { queue.async { [self] in drain() } }
            waiting.isDraining = true
        }
    }

    /// How many commands wait. The daemon's own work does not count.
    var waitingCount: Int { waiting.withLock { $0.jobs.count { $0.origin != nil } } }

    /// Commits on the calling thread.
    func commitNow(_ jobs: [WriteJob]) -> [Completion] {
        let completions = commit(jobs[...])
        checkpointIfDue()
        return completions
    }

    /// Commits what waits; later jobs are dropped.
    func finish() {
        waiting.withLock { $0.isClosed = true }
        queue.sync {}
    }

    /// Closes the connection, after ``finish()``.
    func close() {
        // Closing would move the WAL into the file, and remove it: not on a disk that failed.
        if !health.isBroken { session.close() }
    }

    private func drain() {
        while let jobs = take() {
            var rest = jobs[...]
            while !rest.isEmpty {
                let batch = rest.prefix(options.groupMax)
                rest = rest.dropFirst(batch.count)
                order.begin()
                let completions = outcome(of: batch)
                if !completions.isEmpty { options.sink(completions) }
                order.end()
                checkpointIfDue()
            }
        }
    }

    /// The completions of a batch that may leave: none that is uncertain, once the store is broken.
    private func outcome(of batch: ArraySlice<WriteJob>) -> [Completion] {
        let completions =
            health.obstacle.map { obstacle in batch.map { CommitGroup.failed($0, obstacle) } }
            ?? commit(batch)
        return health.isBroken ? completions.filter(\.isCertain) : completions
    }

    private func commit(_ batch: ArraySlice<WriteJob>) -> [Completion] {
        let start = ContinuousClock.now
        var hasWritten = false
        let completions = session.run { connection in
            let count = connection.commitCount
            let completions = group.run(batch, on: connection)
            hasWritten = connection.commitCount > count
            return completions
        }
        let duration = ContinuousClock.now - start
        if hasWritten { health.wrote() }
        for completion in completions ?? [] { completion.fault.map(health.noticed) }
        // A chore that found nothing to do is no commit.
        if let completions, hasWritten { options.committed(duration, completions) }
        return completions ?? []
    }

    /// After the answers: only the next commit waits for it.
    private func checkpointIfDue() {
        guard !health.isBroken else { return }
        let start = ContinuousClock.now
        do throws(StoreError) {
            let moved = try session.run { connection in
                Result { () throws(StoreError) in try connection.checkpointIfDue() }
            }?.get()
            if let moved = moved ?? nil {
                options.checkpointed(ContinuousClock.now - start, moved)
            }
        } catch {
            // A full disk is no trouble yet: the WAL has room, or the next commit fails.
            if case .broken = error { health.noticed(error) }
        }
    }

    private func take() -> [WriteJob]? {
        waiting.withLock { waiting in
            guard !waiting.jobs.isEmpty else {
                waiting.isDraining = false
                return nil
            }
            defer { waiting.jobs = [] }
            return waiting.jobs
        }
    }
}

extension Completion {
    /// Whether it is known what a crash would leave of the job.
    fileprivate var isCertain: Bool {
        if case .broken? = fault { false } else { true }
    }
}

/// What the one writer remembers from one transaction to the next: the last numbers of sequences,
/// and the ids that it made.
package struct WriterMemory {
    /// Makes the ids of the writer's transactions.
    package private(set) var ids: IdentifierBox
    private let node: Int
    private var sequences = SequenceCache()
    private var mark: IdentifierMark?
    /// The mark that the current transaction has stored.
    private var raised: IdentifierMark?

    /// - Parameter node: 0…1023, part of every id.
    package init(node: Int) {
        self.node = node
        ids = IdentifierBox(node: node)
    }

    /// A memory without a mark: the node's row says which ids were made.
    ///
    /// - Parameter last: no id that the node has made is larger.
    package init(node: Int, after last: Int64) {
        self.node = node
        ids = IdentifierBox(node: node, after: last)
    }

    /// Continues after the last id that may have been made before, and keeps account of those that
    /// are made from here on.
    ///
    /// - Throws: ``StoreError`` also when the data do not have that id.
    package mutating func resume(on connection: any StoreConnection) throws(StoreError) {
        guard let last = try connection.first(IdentifierMark.stored) else {
            throw .failed("the data do not say which ids were made")
        }
        mark = IdentifierMark(last)
        ids = IdentifierBox(node: node, after: last)
    }

    /// The next number of `sequence`.
    ///
    /// - Parameter connection: returns the last number, which is seldom needed.
    package mutating func next(
        of sequence: Sequence, on connection: any StoreConnection
    ) throws(StoreError) -> UInt32 {
        if let next = sequences.advance(sequence) { return next }
        let recovery = Query(sequence.recovery) { columns throws(StoreError) in
            try columns.count()
        }
        let last = try connection.first(recovery) ?? 0
        guard last < .max else { throw .failed("sequence \(sequence.kind) is used up") }
        sequences.start(sequence, at: last + 1)
        return last + 1
    }

    /// The statement that has to be part of the transaction before it is committed; nil: none.
    package mutating func owed() -> SQL? {
        raised = mark?.raised(over: ids.last)
        return raised?.update
    }

    /// The transaction is committed.
    package mutating func keep() {
        if let raised { mark = raised }
        raised = nil
        sequences.keep()
    }

    /// The transaction is undone.
    package mutating func undo() {
        raised = nil
        sequences.undo()
    }
}

/// The last number of each sequence in use: the single writer need not query the table (8 µs a
/// message). Numbers that a rolled-back transaction took are forgotten, and queried again.
struct SequenceCache {
    /// With more entries than this, the cache starts anew: about 10 MB.
    static let countMax = 100_000

    private var last: [Sequence: UInt32] = [:]
    private var touched: [Sequence] = []

    /// The next number of a sequence that is known, or nil.
    mutating func advance(_ sequence: Sequence) -> UInt32? {
        guard let index = last.index(forKey: sequence), last.values[index] < .max else {
            return nil
        }
        last.values[index] += 1
        touched.append(sequence)
        return last.values[index]
    }

    /// A sequence is known from now on; `number` has just been taken.
    mutating func start(_ sequence: Sequence, at number: UInt32) {
        last[sequence] = number
        touched.append(sequence)
    }

    /// The transaction is committed.
    mutating func keep() {
        touched.removeAll(keepingCapacity: true)
        if last.count > Self.countMax { last.removeAll(keepingCapacity: true) }
    }

    /// The transaction is undone.
    mutating func undo() {
        for sequence in touched { last[sequence] = nil }
        touched.removeAll(keepingCapacity: true)
    }
}

/// An upper bound of the ids that were made, as it is stored.
///
/// Ids are made from the clock. A clock that was set back while the daemon was down must not make
/// an id a second time, not even one whose row is long gone. The mark runs ahead of the ids, so
/// that it is written once a second at most.
package struct IdentifierMark {
    /// Its table; created after that of events.
    package static let migration = Migration(
        "store.1",
        """
        CREATE TABLE id_mark (mark BIGINT NOT NULL);
        INSERT INTO id_mark (mark) SELECT coalesce(max(id), 0) FROM event;
        """)
    /// The rule that all data keep.
    package static let audit = Audit(
        "the ids that were made are known",
        breaches: """
            SELECT (SELECT count(*) FROM event WHERE id > (SELECT max(mark) FROM id_mark))
                + (SELECT abs(count(*) - 1) FROM id_mark)
            """)
    static let stored = Query<Int64>("SELECT mark FROM id_mark") { columns throws(StoreError) in
        try columns.integer()
    }
    private static let lead = IdentifierSource.distance(.seconds(1))

    private let mark: Int64

    /// The mark that must be stored together with ids up to `last`; nil when it is stored already.
    func raised(over last: Int64) -> IdentifierMark? {
        last > mark ? IdentifierMark(last + Self.lead) : nil
    }

    init(_ mark: Int64) { self.mark = mark }

    var update: SQL { "UPDATE id_mark SET mark = \(mark)" }
}
