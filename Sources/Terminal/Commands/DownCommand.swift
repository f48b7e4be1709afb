import ArgumentParser
import Wire

/// Turns an activity off.
struct DownCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "down", abstract: "Turn an activity off.",
        discussion: """
            Examples:
              upfor down coffee
            """)

    @Argument(help: "The activity, by its name or number, as `upfor up` lists it.")
    var activity: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        let name = try await session.activity(activity)
        var command = ActivitySet()
        command.activity = name
        command.on = false
        let sentence = "you are no longer up for \(SafeText(name).line)"
        try await session.tell(.activitySet(command), sentence)
    }
}
