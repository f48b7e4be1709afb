import ArgumentParser
import Wire

/// Unmutes a conversation.
struct UnmuteCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmute", abstract: "Count and announce a conversation again.",
        discussion: """
            Examples:
              upfor unmute ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = RoomMute()
        command.with = name
        command.muted = false
        try await session.tell(.roomMute(command), "\(name) is no longer muted")
    }
}
