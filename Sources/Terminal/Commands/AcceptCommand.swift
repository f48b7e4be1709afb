import ArgumentParser
import Wire

/// Accepts a request: both are friends.
struct AcceptCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept a friend request.",
        discussion: """
            Examples:
              upfor accept ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = FriendAccept()
        command.from = name
        try await session.tell(.friendAccept(command), "\(name) is your friend now")
    }
}
