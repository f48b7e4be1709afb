import ArgumentParser
import Wire

/// Takes a message of one's own back.
struct DeleteCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a message of yours, for both sides.",
        discussion: """
            A message can be deleted for some time after it was sent. `history` shows the \
            numbers.

            Examples:
              upfor delete ben 42
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @Argument(help: "The message's number in the conversation.")
    var seq: UInt32

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = RoomDelete()
        command.with = name
        command.seq = seq
        command.cid = MessageMark.fresh()
        try await session.tell(.roomDelete(command), "deleted")
    }
}
