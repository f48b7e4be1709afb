import ArgumentParser
import Wire

/// Lifts a block.
struct UnblockCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: "Unblock a user.",
        discussion: """
            Examples:
              upfor unblock ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        // The server says yes to any name, so as not to tell which there are.
        let list = try await session.call(.blockList(BlockList()))
        guard case .blocks(let blocks) = list else { return session.output.answer(list) }
        guard blocks.users.contains(where: { $0.username == name }) else {
            throw .local("\(name) was not blocked")
        }
        var command = UserUnblock()
        command.user = name
        try await session.tell(.userUnblock(command), "\(name) is no longer blocked")
    }
}
