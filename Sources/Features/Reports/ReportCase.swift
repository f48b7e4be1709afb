import Accounts
import Kernel
import Wire

/// The subject of reports: a user, or a user's message or post.
struct ReportSubject: Equatable, Sendable {
    /// The numbers are stored.
    enum Kind: Int64, Sendable {
        case person = 0
        case message = 1
        case post = 2

        var name: String { "\(self)" }
    }

    let user: User.ID
    let kind: Kind
    /// A message's room, or a post's id; 0 for a user.
    var place: Int64 = 0
    /// Of a message.
    var seq: UInt32 = 0
}

/// All reports about one subject, until the case is decided.
struct ReportCase: Sendable {
    typealias ID = Identifier<ReportCase>

    let id: ID
    let subject: ReportSubject
    /// As an administrator sees it.
    let shown: AdminCase
}

extension Query where Row == ReportCase.ID {
    /// The open case about a subject.
    static func open(_ subject: ReportSubject) -> Self {
        Query(
            """
            SELECT id FROM report_case WHERE subject = \(subject.user)
                AND kind = \(subject.kind.rawValue) AND place = \(subject.place)
                AND seq = \(subject.seq) AND decided_ms IS NULL
            """
        ) { columns throws(StoreError) in try columns.id() }
    }

    /// Whether a user has reported it: the case itself, or no row.
    static func report(in id: ReportCase.ID, by user: User.ID) -> Self {
        Query("SELECT case_id FROM report WHERE case_id = \(id) AND reporter = \(user)") {
            columns throws(StoreError) in try columns.id()
        }
    }

    /// Cases that a user has reported.
    static func reported(by user: User.ID, limit: Int) -> Self {
        Query("SELECT case_id FROM report WHERE reporter = \(user) LIMIT \(Int64(limit))") {
            columns throws(StoreError) in try columns.id()
        }
    }

    /// Cases that were decided before `moment`.
    static func decided(before moment: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT id FROM report_case WHERE decided_ms < \(moment)
            ORDER BY decided_ms LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in try columns.id() }
    }

    /// Cases about a user.
    static func about(_ user: User.ID, limit: Int) -> Self {
        Query("SELECT id FROM report_case WHERE subject = \(user) LIMIT \(Int64(limit))") {
            columns throws(StoreError) in try columns.id()
        }
    }
}

extension Query where Row == ReportCase {
    static func reportCase(_ id: ReportCase.ID) -> Self { cases("c.id = \(id)", "", limit: 1) }

    /// Cases after one, oldest first.
    static func cases(after id: ReportCase.ID, all: Bool, limit: Int) -> Self {
        all
            ? cases("c.id > \(id)", "", limit: limit)
            : cases("c.id > \(id) AND c.decided_ms IS NULL", "", limit: limit)
    }

    /// Other decided cases about a user, newest first.
    static func earlier(about user: User.ID, than id: ReportCase.ID, limit: Int) -> Self {
        cases(
            "c.subject = \(user) AND c.id <> \(id) AND c.decided_ms IS NOT NULL", "DESC",
            limit: limit)
    }

    private static func cases(_ which: SQL, _ order: SQL, limit: Int) -> Self {
        Query(
            """
            SELECT c.id, c.subject, c.kind, c.place, c.seq, p.username, c.opened_ms,
                (SELECT count(*) FROM report r WHERE r.case_id = c.id)
                    + (SELECT count(*) FROM report_left l WHERE l.case_id = c.id),
                c.action, c.reason, c.note, c.decided_ms, c.until_ms
            FROM report_case c JOIN person p ON p.id = c.subject
            WHERE \(which) ORDER BY c.id \(order) LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            let (id, user): (ReportCase.ID, User.ID) = (try columns.id(), try columns.id())
            guard let kind = ReportSubject.Kind(rawValue: try columns.integer()) else {
                throw .unexpectedColumn
            }
            let subject = ReportSubject(
                user: user, kind: kind, place: try columns.integer(), seq: try columns.count())
            var shown = AdminCase()
            (shown.id, shown.kind) = (String(id.rawValue), kind.name)
            shown.user = try columns.text()
            shown.opened = try columns.moment().timestamp
            shown.count = try columns.count()
            var decision = AdminDecision()
            decision.action =
                ModerationAction(rawValue: Int(try columns.integer())) ?? .unspecified
            (decision.reason, decision.note) = (try columns.text(), try columns.text())
            let (decided, until) = (try columns.optionalMoment(), try columns.optionalMoment())
            if let until { decision.until = until.timestamp }
            if let decided {
                decision.at = decided.timestamp
                shown.decision = decision
            }
            return ReportCase(id: id, subject: subject, shown: shown)
        }
    }
}

extension Query where Row == EarlierText {
    /// What the message of a case said before its edits, the oldest first.
    static func earlierTexts(in id: ReportCase.ID) -> Self {
        Query(
            """
            SELECT body, at_ms FROM report_earlier WHERE case_id = \(id) ORDER BY at_ms
            """
        ) { columns throws(StoreError) in
            var earlier = EarlierText()
            (earlier.text, earlier.until) = (try columns.text(), try columns.moment().timestamp)
            return earlier
        }
    }
}

extension Query where Row == AdminReported {
    /// The reports of a case, newest first; those by deleted accounts without name and text.
    static func reports(in id: ReportCase.ID, limit: Int) -> Self {
        Query(
            """
            SELECT p.username, r.reason, r.body, r.evidence, r.at_ms
            FROM report r JOIN person p ON p.id = r.reporter WHERE r.case_id = \(id)
            UNION ALL
            SELECT '', reason, '', evidence, at_ms FROM report_left WHERE case_id = \(id)
            ORDER BY 5 DESC, 1 LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            var reported = AdminReported()
            reported.by = try columns.text()
            reported.reason = ReportReason(rawValue: Int(try columns.integer())) ?? .unspecified
            (reported.text, reported.evidence) = (try columns.text(), try columns.text())
            reported.at = try columns.moment().timestamp
            return reported
        }
    }
}
