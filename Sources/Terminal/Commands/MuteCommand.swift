import ArgumentParser
import Wire

/// Mutes a conversation.
struct MuteCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Count and announce nothing of a conversation; they are not told.",
        discussion: """
            Examples:
              upfor mute ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = RoomMute()
        command.with = name
        command.muted = true
        try await session.tell(.roomMute(command), "\(name) is muted, and not told")
    }
}
