import ArgumentParser
import Wire

/// Declines a request, which the other does not learn.
struct DeclineCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline", abstract: "Decline a friend request; the sender is not told.",
        discussion: """
            Examples:
              upfor decline eve
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = FriendDecline()
        command.from = name
        try await session.tell(.friendDecline(command), "declined \(name), who is not told")
    }
}
