import ArgumentParser
import Wire

/// Says why there is a match, or why not.
struct WhyCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Say why there is a match with a friend, or why not.",
        discussion: """
            What the friend is up for is nobody's business: it only tells of your own side.

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
