import ArgumentParser
import Wire

/// Ends a friendship.
struct RemoveCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "End a friendship.",
        discussion: """
            Examples:
              upfor remove ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = FriendRemove()
        command.friend = name
        try await session.tell(.friendRemove(command), "\(name) is no longer your friend")
    }
}
