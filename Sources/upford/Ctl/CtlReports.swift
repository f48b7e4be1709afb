import ArgumentParser
import Wire

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
