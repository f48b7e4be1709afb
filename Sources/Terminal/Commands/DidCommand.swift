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
