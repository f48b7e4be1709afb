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
        for earlier in found.texts {
            print("  before the edit of \(time(earlier.until)): \(quoted(earlier.text))")
        }
        for attachment in found.attachments {
            print("  file: \(CtlAttachment.line(attachment))")
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

struct CtlReports: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "List open cases, the oldest first.",
        discussion: """
            EXAMPLES
              upford ctl reports
              upford ctl reports --all --json
            """)

    @Flag(help: "Include decided cases.")
    var all = false

    @Option(help: "Only cases after this one.")
    var after = ""

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminReportsRead()
        (order.all, order.after) = (all, after)
        let (_, page) = try CtlOrder(options).give("reports", order, for: AdminReports.self)
        guard !options.json else {
            return try showJSON(page, isEmpty: page.cases.isEmpty, "cases")
        }
        for found in page.cases { print(CtlReport.line(found)) }
        if !page.next.isEmpty { print("more: --after \(page.next)") }
    }
}

struct CtlDecide: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decide",
        abstract: "Decide a case: dismiss, hide, warn, suspend or ban.",
        discussion: """
            hide removes the message or post, as its author could. warn sends the reason to the \
            user. suspend and ban work like `ban`. The reporters are not told. Repeating a \
            decision changes nothing; a different one is refused.

            EXAMPLES
              upford ctl decide 117964013739966464 warn --reason 'leave ben alone'
              upford ctl decide 117964013739966464 suspend --for 3d --reason harassment
              upford ctl decide 117964013739966464 dismiss --note 'a joke among friends'
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case dismiss, hide, warn, suspend, ban

        var wire: ModerationAction {
            switch self {
            case .dismiss: .dismiss
            case .hide: .hide
            case .warn: .warn
            case .suspend: .suspend
            case .ban: .ban
            }
        }
    }

    @Argument(help: "The case, as `reports` shows it.")
    var id: String

    @Argument(help: "dismiss, hide, warn, suspend or ban.")
    var action: Action

    @Option(name: .customLong("for"), help: "Duration of suspend: 90s, 10m, 2h, 7d.")
    var duration: String?

    @Option(help: "The reason for the user; at most 200 characters.")
    var reason = ""

    @Option(help: "For administrators only; at most 500 characters.")
    var note = ""

    @OptionGroup var options: CtlOptions

    func validate() throws {
        guard (action == .suspend) == (duration != nil) else {
            throw ValidationError("--for belongs to suspend, which needs it")
        }
        if let duration, CtlBan.seconds(duration) == nil {
            throw ValidationError("--for: expected 90s, 10m, 2h or 7d, got \"\(duration)\"")
        }
    }

    func run() throws {
        var order = AdminDecide()
        (order.id, order.action, order.reason, order.note) = (id, action.wire, reason, note)
        order.seconds = UInt32(clamping: duration.flatMap(CtlBan.seconds) ?? 0)
        let (json, found) = try CtlOrder(options).give("decide", order, for: AdminCase.self)
        options.json ? showJSON(json) : CtlReport.show(found)
    }
}
