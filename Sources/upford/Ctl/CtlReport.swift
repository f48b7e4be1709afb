import ArgumentParser
import SwiftProtobuf
import Wire

struct CtlReport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Show a case: reports, reported content, earlier cases.",
        discussion: """
            EXAMPLES
              upford ctl report 117964013739966464
            """)

    @Argument(help: "The case, as `reports` shows it.")
    var id: String

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminReportRead()
        order.id = id
        let (json, found) = try CtlOrder(options).give("report", order, for: AdminCase.self)
        options.json ? showJSON(json) : Self.show(found)
    }

    static func show(_ found: AdminCase) {
        print(line(found))
        for report in found.reports {
            let by = report.by.isEmpty ? "(has left)" : report.by
            print("  \(by)  \(report.reason)  \(time(report.at))")
            if !report.text.isEmpty { print("    says: \(quoted(report.text))") }
            if !report.evidence.isEmpty { print("    it said: \(quoted(report.evidence))") }
        }
        if !found.earlier.isEmpty { print("earlier:") }
        for earlier in found.earlier { print("  " + line(earlier)) }
    }

    static func line(_ found: AdminCase) -> String {
        var line =
            "\(found.id)  \(found.user)  \(found.kind)  \(time(found.opened))"
            + "  reports \(found.count)"
        guard found.hasDecision else { return line }
        line += "  \(found.decision.action) \(time(found.decision.at))"
        if !found.decision.reason.isEmpty { line += "  \(quoted(found.decision.reason))" }
        if !found.decision.note.isEmpty { line += "  (\(quoted(found.decision.note)))" }
        return line
    }

    /// People's words, on one line and without what a terminal would obey.
    private static func quoted(_ text: String) -> String { text.debugDescription }

    private static func time(_ stamp: Google_Protobuf_Timestamp) -> String {
        (try? stamp.jsonString())?.replacing("\"", with: "") ?? ""
    }
}
