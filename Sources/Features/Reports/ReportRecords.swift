import Accounts
import Kernel
import SwiftProtobuf
import Wire

/// What reports keep of a user: its export, and its erasure.
enum ReportRecords {
    /// Most rows of a table that go in one transaction.
    private static let rowsMax = 500
    /// Records of a page.
    private static let pageCount = 4

    /// Erases the user's name and text from their reports, and all cases about the user.
    ///
    /// The reason of a report and the copy of what was reported stay with the case: a user who
    /// leaves because of another does not take the evidence along.
    static func erase(
        _ departed: Departed, _ transaction: Transaction
    ) throws(Refusal) -> Bool {
        let user = departed.user
        let own = try transaction.all(.reported(by: user, limit: rowsMax))
        for id in own { try leave(id, of: user, in: transaction) }
        guard own.count < rowsMax else { return false }
        let cases = try transaction.all(.about(user, limit: rowsMax))
        let isDone = try !forget(cases, in: transaction)
        if !cases.isEmpty { try ReportTally.tell(in: transaction) }
        return isDone
    }

    /// Removes a report's reporter and text.
    private static func leave(
        _ id: ReportCase.ID, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        let left: ReportCase.ID = transaction.makeID()
        try transaction.run(
            """
            INSERT INTO report_left (id, case_id, reason, evidence, at_ms)
            SELECT \(left), case_id, reason, evidence, at_ms FROM report
            WHERE case_id = \(id) AND reporter = \(user)
            """)
        try transaction.run("DELETE FROM report WHERE case_id = \(id) AND reporter = \(user)")
    }

    /// Erases some of the cases that were decided before `moment`.
    ///
    /// - Returns: whether there may be more.
    static func forget(
        decidedBefore moment: Moment, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        try forget(
            try transaction.all(.decided(before: moment, limit: rowsMax)), in: transaction)
    }

    /// - Returns: whether there may be more to be forgotten.
    private static func forget(
        _ cases: [ReportCase.ID], in transaction: Transaction
    ) throws(Refusal) -> Bool {
        var rest = rowsMax
        for id in cases {
            rest -= try transaction.rowsChanged(
                """
                DELETE FROM report WHERE (case_id, reporter) IN (
                    SELECT case_id, reporter FROM report WHERE case_id = \(id)
                    LIMIT \(Int64(rest)))
                """)
            guard rest > 0 else { return true }
            rest -= try transaction.rowsChanged(
                """
                DELETE FROM report_left WHERE id IN (
                    SELECT id FROM report_left WHERE case_id = \(id) LIMIT \(Int64(rest)))
                """)
            guard rest > 0 else { return true }
            rest -= try transaction.rowsChanged(
                "DELETE FROM report_earlier WHERE case_id = \(id)")
            guard rest > 0 else { return true }
            rest -= try transaction.rowsChanged("DELETE FROM report_case WHERE id = \(id)")
            guard rest > 0 else { return true }
        }
        return false
    }

    /// A user's own reports, and decisions about the user: not that there was a report, nor by
    /// whom.
    static func disclose(in catalog: inout Catalog) {
        catalog.disclose("reports") { (caller, after, snapshot) throws(Refusal) in
            let page = try snapshot.all(
                .reports(by: caller.user, after: try place(after, in: snapshot)))
            return try records(page, in: snapshot)
        }
        catalog.disclose("decisions") { (caller, after, snapshot) throws(Refusal) in
            let page = try snapshot.all(
                .decisions(about: caller.user, after: try place(after, in: snapshot)))
            return try records(page, in: snapshot)
        }
    }

    private static func place(_ after: String, in snapshot: Snapshot) throws(Refusal) -> Int64 {
        guard !after.isEmpty else { return 0 }
        guard let place = try Bookmark.place(in: after, in: snapshot) else {
            throw Refusal(.invalidField, field: "after", "expected `next` of the page before")
        }
        return place
    }

    private static func records(
        _ page: [PlacedRecord], in snapshot: Snapshot
    ) throws(Refusal) -> (records: [ExportRecord], next: String?) {
        guard page.count == pageCount, let last = page.last else {
            return (page.map(\.record), nil)
        }
        return (page.map(\.record), try Bookmark.text(at: last.place, in: snapshot))
    }

    /// A record, and the case that it is of.
    fileprivate struct PlacedRecord: Sendable {
        let place: Int64
        let record: ExportRecord
    }
}

extension Query where Row == ReportRecords.PlacedRecord {
    fileprivate static func reports(by user: User.ID, after place: Int64) -> Self {
        Query(
            """
            SELECT r.case_id, p.username, r.reason, r.body, r.at_ms
            FROM report r JOIN report_case c ON c.id = r.case_id JOIN person p ON p.id = c.subject
            WHERE r.reporter = \(user) AND r.case_id > \(place) ORDER BY r.case_id LIMIT 4
            """
        ) { columns throws(StoreError) in
            let place = try columns.integer()
            var report = ExportedReport()
            report.user = try columns.text()
            report.reason = ReportReason(rawValue: Int(try columns.integer())) ?? .unspecified
            report.text = try columns.text()
            report.at = try columns.moment().timestamp
            return Row(place: place, record: .with { [report] in $0.report = report })
        }
    }

    fileprivate static func decisions(about user: User.ID, after place: Int64) -> Self {
        Query(
            """
            SELECT id, action, reason, decided_ms, until_ms FROM report_case
            WHERE subject = \(user) AND decided_ms IS NOT NULL
                AND action <> \(Int64(ModerationAction.dismiss.rawValue)) AND id > \(place)
            ORDER BY id LIMIT 4
            """
        ) { columns throws(StoreError) in
            let place = try columns.integer()
            var decision = ExportedDecision()
            decision.action =
                ModerationAction(rawValue: Int(try columns.integer())) ?? .unspecified
            decision.reason = try columns.text()
            decision.at = try columns.moment().timestamp
            if let until = try columns.optionalMoment() { decision.until = until.timestamp }
            return Row(place: place, record: .with { [decision] in $0.decision = decision })
        }
    }
}
