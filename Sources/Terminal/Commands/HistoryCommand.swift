import ArgumentParser
import Wire

/// Shows a page of a conversation.
struct HistoryCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show a conversation, oldest message first.",
        discussion: """
            Each message has its number in the conversation: `edit`, `delete` and `react` take it.

            Examples:
              upfor history ben
              upfor history ben --before 120 --limit 20
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @Option(help: "Only messages before this one (its number in the room).")
    var before: UInt32 = 0

    @Option(help: "How many, 1 to 100.")
    var limit: UInt32 = 50

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = RoomHistory()
        command.with = name
        command.before = before
        command.limit = limit
        try await session.show(.roomHistory(command))
    }
}
