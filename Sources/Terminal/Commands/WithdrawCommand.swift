import ArgumentParser
import Wire

/// Takes one's own request back.
struct WithdrawCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw a friend request.",
        discussion: """
            Examples:
              upfor withdraw ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = FriendWithdraw()
        command.to = name
        try await session.tell(.friendWithdraw(command), "your request to \(name) is withdrawn")
    }
}
