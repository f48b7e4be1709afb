import ArgumentParser
import Wire

/// Turns an activity off.
struct DownCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "down", abstract: "Say that you are no longer up for something.",
        discussion: """
            Examples:
              upfor down coffee
            """)

    @Argument(help: "The activity, as `upfor up` lists it.")
    var activity: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = ActivitySet()
        command.activity = activity
        command.on = false
        try await session.tell(.activitySet(command), "you are no longer up for \(activity)")
    }
}
