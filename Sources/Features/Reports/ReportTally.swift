import Kernel

/// The number of cases that wait for a decision, and since when: for an operator's metrics.
struct ReportTally: Equatable, Sendable {
    let count: Int
    /// Nil when none waits.
    let since: Moment?

    /// Signals the tally as of the end of this transaction.
    static func tell(in transaction: Transaction) throws(Refusal) {
        guard let tally = try transaction.first(.waiting) else { return }
        transaction.signal(.casesWait(count: tally.count, since: tally.since))
    }
}

extension Query where Row == ReportTally {
    /// Ids ascend with time: the first waiting case is the oldest.
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
