import ArgumentParser
import Wire

/// Asks for friendship, with a line to go with it.
struct RequestCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Ask somebody to be your friend.",
        discussion: """
            Examples:
              upfor request ben
              upfor request ben -m \"we met at the fair\"
            """)

    @Argument(help: "The other's username.")
    var name: String

    @Option(name: .shortAndLong, help: "A line to go with it, at most 200 characters.")
    var message: String?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = FriendRequest()
        command.to = name
        command.message = message ?? ""
        let answer = try await session.call(.friendRequest(command))
        guard case .friendRequestSent(let sent) = answer, let wording = session.output.wording
        else { return session.output.answer(answer) }
        session.output.done(answer, wording.requested(sent))
    }
}
