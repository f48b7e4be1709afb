package import Kernel

/// Runs a batch of jobs in one commit.
///
/// A job that is refused before it wrote anything costs nothing. One that is refused after a
/// write would leave its writes in the group: then the group is undone, and its jobs run again,
/// each in a transaction of its own.
package struct CommitGroup: Sendable {
    let options: SQLiteStore.Options

    /// Jobs get their time and their random bytes from `options`.
    package init(options: SQLiteStore.Options) {
        self.options = options
    }

    /// Runs `jobs` in order and commits them.
    ///
    /// - Returns: one completion for each job, in order; nothing in them is untrue after a crash.
    package func run(
        _ jobs: ArraySlice<WriteJob>, on connection: some WritingConnection
    ) -> [Completion] {
        do {
            if let completions = try together(jobs, on: connection) { return completions }
        } catch {
            connection.rollback()
            if jobs.count == 1 { return jobs.map { Self.failed($0, error) } }
        }
        return jobs.map { alone($0, on: connection) }
    }

    /// All jobs in one commit; nil when one of them spoiled it, and nothing was committed.
    private func together(
        _ jobs: ArraySlice<WriteJob>, on connection: some WritingConnection
    ) throws(StoreError) -> [Completion]? {
        try connection.begin()
        var completions: [Completion] = []
        completions.reserveCapacity(jobs.count)
        for job in jobs {
            let (completion, isSpoiled) = perform(job, on: connection)
            completions.append(completion)
            guard isSpoiled else { continue }
            connection.rollback()
            return jobs.count == 1 ? completions : nil
        }
        try connection.commit()
        return completions
    }

    private func alone(_ job: WriteJob, on connection: some WritingConnection) -> Completion {
        do {
            let completions = try together([job], on: connection)
            return completions?.first ?? Self.failed(job, .failed("no completion"))
        } catch {
            connection.rollback()
            return Self.failed(job, error)
        }
    }

    private func perform(
        _ job: WriteJob, on connection: some WritingConnection
    ) -> (Completion, isSpoiled: Bool) {
        let transaction = Transaction(
            on: connection, now: options.clock(), ids: connection.ids, entropy: options.entropy)
        do throws(Refusal) {
            let body = try job.run(transaction)
            let completion = Completion(
                origin: job.origin, result: .success(body), deliveries: transaction.deliveries,
                signals: transaction.signals)
            return (completion, false)
        } catch {
            let completion = Completion(
                origin: job.origin, result: .failure(error), fault: transaction.fault)
            return (completion, transaction.hasWritten || transaction.fault != nil)
        }
    }

    private static func failed(_ job: WriteJob, _ error: StoreError) -> Completion {
        Completion(origin: job.origin, result: .failure(Refusal(hiding: error)), fault: error)
    }
}
