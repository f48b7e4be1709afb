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

/// Says why there is a match, or why not.
struct WhyCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Show why there is a match with a friend, or none.",
        discussion: """
            It shows the reason on your own side only.

            Examples:
              upfor why ben coffee
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @Argument(help: "The activity, by its name or number, as `upfor up` lists it.")
    var activity: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = MatchWhy()
        command.friend = name
        command.activity = try await session.activity(activity)
        try await session.show(.matchWhy(command))
    }
}

/// Confirms that something was done.
struct DidCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "did", abstract: "Confirm a match: it is posted once both have.",
        discussion: """
            Possible while you match, and for a day afterwards.

            Examples:
              upfor did ben coffee
              upfor did ben coffee -m 'two hours of talk'
              upfor did ben coffee --undo
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @Argument(help: "The activity, by its name or number, as `upfor up` lists it.")
    var activity: String

    @Option(name: .shortAndLong, help: "The text of your post.")
    var message = ""

    @Flag(help: "Take back what you said, as long as your friend has not said so, too.")
    var undo = false

    @OptionGroup var options: Options

    func validate() throws {
        guard !undo || message.isEmpty else {
            throw ValidationError("expected --undo or --message, not both")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        var command = CircleConfirm()
        command.friend = name
        command.activity = try await session.activity(activity)
        command.text = message
        guard undo else { return try await session.show(.circleConfirm(command)) }
        command.on = false
        try await session.tell(
            .circleConfirm(command), "\(command.activity) with \(name) is taken back")
    }
}
