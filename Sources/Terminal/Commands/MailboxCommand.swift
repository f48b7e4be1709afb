import ArgumentParser
import Wire

/// Lists pending requests, both ways.
struct MailboxCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "mailbox", abstract: "List the friend requests that wait for an answer.",
        discussion: """
            Examples:
              upfor mailbox
            """)

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.mailboxList(MailboxList()))
    }
}
