import ArgumentParser
import Wire

/// Asks for friendship, with a line to go with it.
struct RequestCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Send a friend request.",
        discussion: """
            A second request changes nothing: to change the message, `withdraw` first.

            Examples:
              upfor request ben
              upfor request ben -m \"we met at the fair\"
            """)

    @Argument(help: "The other's username.")
    var name: String

    @Option(name: .shortAndLong, help: "A message, at most 200 characters.")
    var message: String?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        let pending = try await pending(in: session)
        if let pending, let message, message != pending.message {
            throw .local(
                "\(name) has your request already, in other words:"
                    + " `withdraw \(name)` takes it back, and then you can ask anew")
        }
        var command = FriendRequest()
        command.to = name
        command.message = message ?? ""
        let answer = try await session.call(.friendRequest(command))
        guard case .friendRequestSent(let sent) = answer, let wording = session.output.wording
        else { return session.output.answer(answer) }
        let isOld = pending != nil && !sent.friends
        session.output.done(
            answer, isOld ? "asked \(name) before: no answer yet" : wording.requested(sent))
    }

    /// What was asked before and has no answer, as far as oneself is told.
    private func pending(in session: Session) async throws(Failure) -> PendingRequest? {
        guard case .mailbox(let mailbox) = try await session.call(.mailboxList(MailboxList()))
        else { return nil }
        return mailbox.outgoing.first { $0.user.username == name }
    }
}
