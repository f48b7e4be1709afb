import Kernel
import Promises
import SQLite
import Storage
import Wire

/// The store of a simulated daemon: the product's own commit groups and statements, driven step by
/// step on one thread. What waits is done when the world says so.
///
/// SAFETY: `@unchecked Sendable` because `Store` asks for it; a simulated world, and so its store,
/// lives and dies on one thread.
final class SimulatedStore: Store, @unchecked Sendable {
    /// Compares an outcome with the rules.
    typealias Judge = (Completion, Moment) -> Void

    /// One job, and what the daemon does by itself in it, if it is that.
    struct Waiting {
        let job: WriteJob
        let chore: String?
        /// What the chore draws.
        var drawn: DrawnNumbers?
        /// Compares the outcome of a request over HTTP with the rules, if it is that.
        var judge: Judge?
    }

    private(set) var writes: [Waiting] = []
    private(set) var reads: [ReadJob] = []
    /// Called when there is work where there was none.
    var called: () -> Void = {}

    /// Whether a commit is under way: the work of a worker is done in its transaction.
    private var isCommitting = false
    private let writer: SimulatedWriter
    private let group: CommitGroup
    private let options: StoreOptions

    init(on writer: SimulatedWriter, options: StoreOptions) {
        self.writer = writer
        self.options = options
        group = CommitGroup(options: options)
    }

    func write(_ jobs: [WriteJob]) { append(jobs.map { Waiting(job: $0, chore: nil) }) }

    /// Queues one of the daemon's own deeds.
    func write(_ job: WriteJob, chore: String, drawing drawn: DrawnNumbers? = nil) {
        append([Waiting(job: job, chore: chore, drawn: drawn)])
    }

    /// Queues a request over HTTP.
    func write(_ job: WriteJob, judge: @escaping Judge) {
        append([Waiting(job: job, chore: nil, judge: judge)])
    }

    func read(_ jobs: [ReadJob]) {
        reads += jobs
        called()
    }

    func snapshot<Result>(
        _ body: (Snapshot) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        guard !isCommitting else { return try body(Snapshot(on: writer, now: options.clock())) }
        do throws(StoreError) {
            try writer.disk.connection.execute("BEGIN")
        } catch {
            throw Refusal(hiding: error)
        }
        defer { writer.disk.connection.rollback() }
        return try body(Snapshot(on: writer, now: options.clock()))
    }

    func close() {}

    /// Commits up to `count` jobs together.
    ///
    /// - Returns: the jobs and what became of them, in order.
    func commit(atMost count: Int) -> [(Waiting, Completion)] {
        let batch = Array(writes.prefix(count))
        writes.removeFirst(batch.count)
        isCommitting = true
        defer { isCommitting = false }
        let completions = group.run(batch.map(\.job)[...], on: writer)
        return Array(zip(batch, completions))
    }

    /// What would become of up to `count` jobs: for deliberate bugs.
    func rehearse(atMost count: Int) -> [Completion] {
        writer.onlyRehearses = true
        defer { writer.onlyRehearses = false }
        return group.run(writes.prefix(count).map(\.job)[...], on: writer)
    }

    /// The reads that wait; each is to be done at a time of its own.
    func takeReads() -> [ReadJob] {
        defer { reads = [] }
        return reads
    }

    /// Does a read on the state of now.
    ///
    /// - Parameter lag: as ``SignalRows/news(since:for:lag:)`` has it.
    func perform(_ job: Job<Snapshot>, isOrdered: Bool, lag: Int64) -> Completion {
        do throws(Refusal) {
            return try snapshot { (snapshot) throws(Refusal) in
                do throws(Refusal) {
                    var completion = try job.run(on: snapshot)
                    let isOrdered = isOrdered || !snapshot.signals.isEmpty
                    let news = isOrdered ? news(lag: lag).map { [Signal.nodes($0)] } : nil
                    completion.signals = (news ?? []) + snapshot.signals
                    return completion
                } catch {
                    var completion = job.refused(error)
                    completion.signals = snapshot.signals.filter(\.outlivesRefusal)
                    return completion
                }
            }
        } catch {
            return job.refused(error)
        }
    }

    /// The signals of other nodes that the hub has not taken yet; nil when there are none.
    func news(lag: Int64) -> NodeNews? {
        writer.news(since: options.horizon.current, lag: lag)
    }

    private func append(_ jobs: [Waiting]) {
        writes += jobs
        called()
    }
}

/// What nodes tell one another by the data: the rows of `node_signal`, as a database of its own
/// kind would keep them.
struct SignalRows {
    private struct Row {
        let transaction: Int64
        let node: Int
        let words: String
    }

    private var rows: [Row] = []
    private var pending: [Row] = []
    /// The transaction that is under way, or the next.
    private(set) var transaction: Int64 = 1

    /// A transaction of a node begins; what another had not committed is gone.
    mutating func begin() { pending = [] }

    /// A part of the transaction.
    mutating func tell(_ signals: [Signal], by node: Int) {
        pending += signals.compactMap(\.words).map {
            Row(transaction: transaction, node: node, words: $0)
        }
    }

    /// The transaction is durable.
    mutating func commit() {
        rows += pending
        pending = []
        transaction += 1
    }

    /// What a node has not heard of.
    ///
    /// - Parameters:
    ///   - horizon: all transactions before it are known.
    ///   - lag: so many of the last transactions may still be under way, for all that the node can
    ///     see: it hears of them, and of some again.
    func news(since horizon: Int64, for node: Int, lag: Int64) -> NodeNews {
        let entries = rows.enumerated().compactMap { index, row -> NodeNews.Entry? in
            guard row.transaction >= horizon, let signal = Signal(words: row.words) else {
                return nil
            }
            return NodeNews.Entry(
                id: Int64(index + 1), transaction: row.transaction, isOwn: row.node == node,
                signal: signal)
        }
        return NodeNews(entries: entries, horizon: max(1, transaction - lag))
    }
}
