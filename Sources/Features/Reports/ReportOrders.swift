import Accounts
import Circle
import Kernel
import Rooms
import Wire

/// What an administrator may do about reports.
struct ReportOrders: Sendable {
    /// Cases of a page, reports of a case, and earlier cases.
    private static let (pageMax, reportsMax, earlierMax) = (200, 100, 20)

    let circle: CircleFeature

    func install(in catalog: inout Catalog) {
        catalog.adminRead("reports", list)
        catalog.adminRead("report") { (order: AdminReportRead, snapshot) throws(Refusal) in
            let found = try find(order.id, in: snapshot)
            return try AdminReply(try whole(found, in: snapshot), about: found.subject.user)
        }
        catalog.adminWrite("decide", decide)
    }

    private func list(
        _ order: AdminReportsRead, _ snapshot: Snapshot
    ) throws(Refusal) -> AdminReply {
        let after = try order.after.isEmpty ? 0 : id(order.after, field: "after")
        let cases = try snapshot.all(
            .cases(after: after, all: order.all, limit: Self.pageMax + 1))
        var page = AdminReports()
        page.cases = cases.prefix(Self.pageMax).map(\.shown)
        if cases.count > Self.pageMax { page.next = page.cases.last?.id ?? "" }
        return try AdminReply(page, count: page.cases.count)
    }

    /// One transaction: of two administrators the second is refused, unless both decide alike.
    private func decide(
        _ order: AdminDecide, _ transaction: Transaction
    ) throws(Refusal) -> AdminReply {
        let found = try find(order.id, in: transaction)
        let decision = try Decision(order, about: found.subject, now: transaction.now)
        if found.shown.hasDecision {
            let last = found.shown.decision
            // The end of a suspension depends on the time of the decision: a second one differs.
            guard last.action == order.action, last.action != .suspend,
                last.reason == order.reason, last.note == order.note
            else {
                throw Refusal(.conflict, field: "id", "decided already: \(last.action)")
            }
            return try AdminReply(
                try whole(found, in: transaction), about: found.subject.user)
        }
        try transaction.run(
            """
            UPDATE report_case SET action = \(Int64(order.action.rawValue)),
                reason = \(decision.reason), note = \(decision.note),
                decided_ms = \(transaction.now), until_ms = \(decision.until)
            WHERE id = \(found.id)
            """)
        try decision.carryOut(on: found.subject, circle, in: transaction)
        if found.subject.kind == .message {
            try RoomsFeature.release(found.subject.seq, in: found.subject.place, transaction)
        }
        transaction.record(.moderated(decision.word), of: found.subject.user)
        try ReportTally.tell(in: transaction)
        let decided = try find(order.id, in: transaction)
        return try AdminReply(try whole(decided, in: transaction), about: found.subject.user)
    }

    private func id(_ text: String, field: String) throws(Refusal) -> ReportCase.ID {
        guard let number = Int64(text) else {
            throw Refusal(.invalidField, field: field, "expected the number of a case")
        }
        return ReportCase.ID(rawValue: number)
    }

    private func find(_ text: String, in snapshot: Snapshot) throws(Refusal) -> ReportCase {
        guard let found = try snapshot.first(.reportCase(try id(text, field: "id"))) else {
            throw Refusal(.notFound, field: "id", "there is no such case")
        }
        return found
    }

    private func whole(_ found: ReportCase, in snapshot: Snapshot) throws(Refusal) -> AdminCase {
        var whole = found.shown
        whole.reports = try snapshot.all(.reports(in: found.id, limit: Self.reportsMax))
        if found.subject.kind == .message {
            whole.texts = try snapshot.all(.earlierTexts(in: found.id))
            whole.attachments = try RoomsFeature.heldAttachments(
                of: found.subject.seq, in: found.subject.place, snapshot)
        }
        whole.earlier = try snapshot.all(
            .earlier(about: found.subject.user, than: found.id, limit: Self.earlierMax)
        ).map(\.shown)
        return whole
    }
}
