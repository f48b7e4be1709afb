import Dispatch
import Kernel
import Synchronization

/// The one writing connection. Jobs gather while a commit is under way; the next commit takes
/// them all.
final class SQLiteWriter: Sendable {
    private struct Waiting {
        var jobs: [WriteJob] = []
        var isDraining = false
        var isClosed = false
    }

    private let session: SQLiteSession
    private let options: SQLiteStore.Options
    private let queue = DispatchQueue(label: "upfor.write", qos: .userInitiated)
    private let waiting = Mutex(Waiting())
    private let group: CommitGroup

    init(on session: SQLiteSession, options: SQLiteStore.Options) {
        self.session = session
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

    /// Commits on the calling thread.
    func commitNow(_ jobs: [WriteJob]) -> [Completion] { commit(jobs[...]) }

    /// Commits what waits, then closes; later jobs are dropped.
    func close() {
        waiting.withLock { $0.isClosed = true }
        queue.sync {}
        session.close()
    }

    private func drain() {
        while let jobs = take() {
            var rest = jobs[...]
            while !rest.isEmpty {
                let batch = rest.prefix(options.groupMax)
                rest = rest.dropFirst(batch.count)
                options.sink(commit(batch))
            }
        }
    }

    private func commit(_ batch: ArraySlice<WriteJob>) -> [Completion] {
        let start = ContinuousClock.now
        let completions = session.run { group.run(batch, on: $0) } ?? []
        let duration = ContinuousClock.now - start
        if duration >= .milliseconds(100) { options.slowCommit(duration, batch.count) }
        return completions
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
