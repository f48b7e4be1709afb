import ArgumentParser
import Wire

/// Confirms that something was done.
struct DidCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "did", abstract: "Confirm a match: it is posted once both have.",
        discussion: """
            Possible while you match, and for a day afterwards.

            Examples:
              upfor did ben coffee
              upfor did ben coffee -m 'two hours of talk'
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @Argument(help: "The activity, by its name or number, as `upfor up` lists it.")
    var activity: String

    @Option(name: .shortAndLong, help: "The text of your post.")
    var message = ""

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = CircleConfirm()
        command.friend = name
        command.activity = try await session.activity(activity)
        command.text = message
        try await session.show(.circleConfirm(command))
    }
}
