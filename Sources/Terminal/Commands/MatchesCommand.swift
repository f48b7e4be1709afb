import ArgumentParser
import Wire

/// Lists matches.
struct MatchesCommand: SessionCommand {
    /// What the list is sorted by.
    enum Order: String, ExpressibleByArgument, CaseIterable {
        case time
        case activity
    }

    static let configuration = CommandConfiguration(
        commandName: "matches", abstract: "List your matches.",
        discussion: """
            Examples:
              upfor matches
              upfor matches --by activity --past
            """)

    @Option(help: "The order: time or activity.")
    var by = Order.time

    @Flag(help: "Include past matches of the last 30 days.")
    var past = false

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = MatchList()
        command.order = by == .time ? .byTime : .byActivity
        command.past = past
        try await session.show(.matchList(command))
    }
}
