import ArgumentParser
import Wire

struct CtlWhyMatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Say why two people match for an activity, or what is in the way.",
        discussion: """
            It shows both sides, including what neither user sees of the other.

            EXAMPLES
              upford ctl why match ana ben coffee
              upford ctl why match ana ben coffee --json | jq -e .matched
            """)

    @Argument(help: "One of the two.")
    var user: String

    @Argument(help: "The other one.")
    var other: String

    @Argument(help: "The activity, by its name in the settings.")
    var activity: String

    @OptionGroup var options: CtlOptions

    func run() throws {
        var order = AdminMatchWhy()
        (order.user, order.other, order.activity) = (user, other, activity)
        let (json, reason) = try CtlOrder(options)
            .give("why-match", order, for: AdminMatchReason.self)
        guard !options.json else { return showJSON(json) }
        var table = CtlTable("MATCH", reason.matched ? "yes, since \(reason.since.text)" : "no")
        table.add("friends", reason.friends ? "yes" : "no")
        for side in reason.sides {
            table.add("\(side.user) has on", Self.list(side.on))
            table.add("\(side.user) leaves out", Self.list(side.excluded))
            for obstacle in side.obstacles { table.add("in the way", words(obstacle, side.user)) }
        }
        if reason.onlyWildcards {
            table.add("in the way", "wildcards alone: neither has \(activity) itself on")
        }
        if reason.apart { table.add("in the way", "their times do not meet") }
        table.show()
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }

    private func words(_ obstacle: MatchObstacle, _ user: String) -> String {
        switch obstacle {
        case .notOn: "\(user) is not up for \(activity)"
        case .notMeant: "\(user) leaves the other out"
        default: "\(obstacle)"
        }
    }
}

struct CtlWhy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Say why something is as it is.",
        subcommands: [CtlWhyMatch.self])
}
