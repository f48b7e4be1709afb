import ArgumentParser
import Wire

/// Changes a message of one's own.
struct EditCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit a message of yours, for both sides.",
        discussion: """
            A message can be edited for some time after it was sent. `history` shows the \
            numbers.

            Examples:
              upfor edit ben 42 dinner?
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @Argument(help: "The message's number in the conversation.")
    var seq: UInt32

    @Argument(help: "The new text; words are joined by spaces.")
    var text: [String]

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = RoomEdit()
        command.with = name
        command.seq = seq
        command.text = text.joined(separator: " ")
        command.cid = MessageMark.fresh()
        try await session.tell(.roomEdit(command), "changed")
    }
}
