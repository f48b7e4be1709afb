import Dispatch
import Kernel
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
            // Inside the lock: what was accepted lies on the queue before close() waits for it.
            if !waiting.isDraining { queue.async { [self] in drain() } }
            waiting.isDraining = true
        }
    }

    /// How many commands wait: not what the daemon does by itself.
    var waitingCount: Int { waiting.withLock { $0.jobs.count { $0.origin != nil } } }

    /// Commits on the calling thread.
    func commitNow(_ jobs: [WriteJob]) -> [Completion] { commit(jobs[...]) }

    /// Commits what waits; later jobs are dropped.
    func finish() {
        waiting.withLock { $0.isClosed = true }
        queue.sync {}
    }

    /// Closes the connection, after ``finish()``.
    func close() {
        // It would move the WAL into the file, and remove it: not on a disk that failed.
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

    /// What may be said about a batch: nothing, once the store is broken.
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

    /// After the answers: nobody waits for it but the next commit.
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
            // A full disk is no trouble yet: there is room in the WAL, or the next commit tells.
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
