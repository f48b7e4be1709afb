import ArgumentParser
import Wire

/// Marks everything in a conversation as read.
struct ReadCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Mark a conversation as read.",
        discussion: """
            Examples:
              upfor read ben
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var page = RoomHistory()
        page.with = name
        page.limit = 1
        let answer = try await session.call(.roomHistory(page))
        guard case .roomPage(let newest) = answer, let last = newest.messages.last else {
            return session.output.answer(answer)
        }
        var mark = RoomMark()
        mark.with = name
        mark.seq = last.seq
        try await session.show(.roomMark(mark))
    }
}
