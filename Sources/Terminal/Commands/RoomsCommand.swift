import ArgumentParser
import Wire

/// Lists conversations with their unread counts.
struct RoomsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms", abstract: "List your conversations, with unread messages.",
        discussion: """
            A muted conversation shows no count; `--json` has all counts.

            Examples:
              upfor rooms
            """)

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.roomList(RoomList()))
    }
}
