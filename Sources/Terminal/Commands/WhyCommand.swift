import ArgumentParser
import Wire

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
