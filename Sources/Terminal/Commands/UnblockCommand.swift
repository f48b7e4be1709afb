import ArgumentParser
import Wire

/// Lifts a block.
struct UnblockCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: "Let somebody ask again.",
        discussion: """
            Examples:
              upfor unblock ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = UserUnblock()
        command.user = name
        try await session.tell(.userUnblock(command), "\(name) is no longer blocked")
    }
}
