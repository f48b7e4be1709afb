import Kernel

/// How many cases wait for a decision, and since when: told to whoever watches the daemon.
struct ReportTally: Equatable, Sendable {
    let count: Int
    /// Nil when none waits.
    let since: Moment?

    /// Tells it, as it is after this transaction.
    static func tell(in transaction: Transaction) throws(Refusal) {
        guard let tally = try transaction.first(.waiting) else { return }
        transaction.signal(.casesWait(count: tally.count, since: tally.since))
    }
}

extension Query where Row == ReportTally {
    /// Ids ascend with time: the first that waits is the oldest.
    fileprivate static var waiting: Self {
        Query(
            """
            SELECT (SELECT count(*) FROM report_case WHERE decided_ms IS NULL),
                (SELECT opened_ms FROM report_case WHERE decided_ms IS NULL ORDER BY id LIMIT 1)
            """
        ) { columns throws(StoreError) in
            ReportTally(
                count: Int(try columns.integer()), since: try columns.optionalMoment())
        }
    }
}
