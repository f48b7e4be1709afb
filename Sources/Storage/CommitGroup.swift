package import Kernel
import Synchronization

/// Runs a batch of jobs in one commit.
///
/// A job that is refused before it wrote anything costs nothing. A job that is refused after a
/// write would leave its writes in the group: then the group is rolled back, and its jobs run
/// again, each in a transaction of its own. A group that met commits of another node is rolled
/// back, too, and runs again while no other node commits.
package struct CommitGroup: Sendable {
    let options: StoreOptions

    /// Jobs get their time and their random bytes from `options`.
    package init(options: StoreOptions) {
        self.options = options
    }

    /// Runs `jobs` in order and commits them.
    ///
    /// - Returns: one completion for each job, in order. A success survives a crash. A job with the
    ///   fault `.broken` must not be answered at all: whether it is stored is unknown.
    package func run(
        _ jobs: ArraySlice<WriteJob>, on connection: some WritingConnection
    ) -> [Completion] {
        var vainCount = 0
        while true {
            do {
                let completions = try together(jobs, on: connection, isAlone: vainCount > 0)
                return completions ?? oneByOne(jobs, on: connection)
            } catch {
                connection.rollback()
                vainCount += 1
                if case .contended = error, vainCount <= Self.vainMax {
                    options.contended()
                    continue
                }
                if jobs.count == 1 || error.concernsEveryCommand {
                    return jobs.map { Self.failed($0, error) }
                }
                return oneByOne(jobs, on: connection)
            }
        }
    }

    /// A group that runs alone meets no other node. More than one such failure means that the
    /// database is not well.
    private static let vainMax = 3

    private func oneByOne(
        _ jobs: ArraySlice<WriteJob>, on connection: some WritingConnection
    ) -> [Completion] {
        var obstacle: StoreError?
        return jobs.map { job in
            if let obstacle { return Self.failed(job, obstacle) }
            let completion =
                run([job], on: connection).first ?? Self.failed(job, .failed("no completion"))
            if let fault = completion.fault, fault.concernsEveryCommand { obstacle = fault }
            return completion
        }
    }

    /// All jobs in one commit; nil when one of them spoiled it, and nothing was committed.
    private func together(
        _ jobs: ArraySlice<WriteJob>, on connection: some WritingConnection, isAlone: Bool
    ) throws(StoreError) -> [Completion]? {
        try begin(on: connection, isAlone: isAlone)
        var completions: [Completion] = []
        completions.reserveCapacity(jobs.count)
        for job in jobs {
            let (completion, isSpoiled) = perform(job, on: connection)
            if let fault = completion.fault, fault.concernsEveryCommand { throw fault }
            completions.append(completion)
            guard isSpoiled else { continue }
            connection.rollback()
            return jobs.count == 1 ? completions : nil
        }
        guard completions.contains(where: { $0.signals.contains(where: \.showsState) }) else {
            try connection.commit()
            return completions
        }
        let number = try connection.commitNumbered()
        for index in completions.indices { completions[index].transaction = number }
        return completions
    }

    private func begin(
        on connection: some WritingConnection, isAlone: Bool
    ) throws(StoreError) {
        guard options.nodeName != nil else { return try connection.begin() }
        let start = ContinuousClock.now
        isAlone ? try connection.beginAlone() : try connection.begin()
        options.waited(ContinuousClock.now - start)
    }

    private func perform(
        _ job: WriteJob, on connection: some WritingConnection
    ) -> (Completion, isSpoiled: Bool) {
        let transaction = Transaction(
            on: connection, now: options.clock(), ids: connection.ids,
            inboxEventsMax: options.inboxEventsMax, logsUsers: options.logsUsers(),
            entropy: options.entropy)
        do throws(Refusal) {
            var completion = try job.run(on: transaction)
            // The job has not noticed the fault, or ignored it.
            if let fault = transaction.fault { throw Refusal(hiding: fault) }
            try transaction.tellNodes { (signals) throws(StoreError) in
                try connection.tell(signals)
            }
            if let verdict = transaction.verdict { completion = job.refused(verdict) }
            completion.deliveries = transaction.deliveries
            completion.signals = transaction.signals
            completion.records = transaction.records
            completion.usage = transaction.usage
            return (completion, false)
        } catch {
            var completion = job.refused(error)
            completion.signals = transaction.signals.filter(\.outlivesRefusal)
            completion.fault = transaction.fault
            return (completion, transaction.hasWritten || transaction.fault != nil)
        }
    }

    static func failed(_ job: Job<some Snapshot>, _ error: StoreError) -> Completion {
        var completion = job.refused(Refusal(hiding: error))
        completion.fault = error
        return completion
    }
}

/// Keeps reads from overtaking commits.
///
/// A reader sees a commit before its events leave. Its result may say that two users are no longer
/// friends, while the hub still takes them for friends. So the result is held until the outcome of
/// the current commit has left.
///
/// - Source: docs/decisions/0033
final class CommitOrder: Sendable {
    private struct State {
        var isCommitting = false
        var held: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// A commit begins: readers may see it from now on.
    func begin() { state.withLock { $0.isCommitting = true } }

    /// The commit's outcome has left.
    func end() {
        let held = state.withLock { state in
            state.isCommitting = false
            defer { state.held = [] }
            return state.held
        }
        for tell in held { tell() }
    }

    /// Passes on what a reader has found: at once, or after the commit that it may have seen.
    func tell(_ tell: @escaping @Sendable () -> Void) {
        let isHeld = state.withLock { state in
            if state.isCommitting { state.held.append(tell) }
            return state.isCommitting
        }
        if !isHeld { tell() }
    }
}
