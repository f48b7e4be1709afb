import ArgumentParser
import Wire

/// Sends one message, for scripts.
struct SendCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send one message.",
        discussion: """
            Examples:
              upfor send ben lunch?
              upfor send ben -- -1 is my guess
              date | upfor send ben -
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @Argument(help: "The message; words are joined by spaces, `-` reads standard input.")
    var text: [String]

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = RoomSend()
        command.to = name
        command.text = text == ["-"] ? StandardInput.text() : text.joined(separator: " ")
        command.cid = MessageMark.fresh()
        try await session.tell(.roomSend(command), "sent to \(name)")
    }
}
