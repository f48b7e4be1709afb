public import Circle
public import Kernel
import Wire

/// Reports of users, messages and posts, and what administrators do about them.
public struct ReportsFeature: Sendable {
    /// How long a decided case is kept.
    public static let lifetime = Duration.seconds(180 * 86_400)

    private let circle: CircleFeature

    /// - Parameter circle: has the posts.
    public init(circle: CircleFeature) {
        self.circle = circle
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        catalog.migrate(ReportSchema.migrations)
        catalog.event(\.moderationWarned) { _ in [] }
        catalog.tally("reports", "SELECT count(*) FROM report")
        catalog.audit([
            Audit(
                "a report is in a case that is there",
                breaches: """
                    SELECT count(*) FROM report WHERE NOT EXISTS
                        (SELECT 1 FROM report_case WHERE report_case.id = report.case_id)
                    """),
            Audit(
                "what is left of a report is in a case that is there",
                breaches: """
                    SELECT count(*) FROM report_left WHERE NOT EXISTS
                        (SELECT 1 FROM report_case WHERE report_case.id = report_left.case_id)
                    """),
        ])
        catalog.writeOnce(
            ClientMessage.OneOf_Command.userReport, reply: { .done($0) }, rate: .reports,
            ReportCommands(circle: circle).report)
        ReportOrders(circle: circle).install(in: &catalog)
        catalog.onErase(ReportRecords.erase)
        ReportRecords.disclose(in: &catalog)
        catalog.atStart(ReportTally.tell)
        catalog.backlog("reports.forget", every: .seconds(60)) { (transaction) throws(Refusal) in
            try ReportRecords.forget(
                decidedBefore: transaction.now.advanced(by: .zero - Self.lifetime),
                in: transaction)
        }
    }
}

extension Rate {
    /// Reports to administrators.
    public static let reports = Rate(
        "reports", of: .user, 20, each: .day, unit: "reports",
        "Reports that a user sends to administrators.")
}

extension ReportsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "reports"
    /// Reports.
    public static let rates: [Rate] = [.reports]
    /// A small circle of friends may not want it.
    public static let isOptional = true
}
