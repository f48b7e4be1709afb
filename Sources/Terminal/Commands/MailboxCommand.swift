import ArgumentParser
import Wire

/// Lists pending requests, both ways.
struct MailboxCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "mailbox", abstract: "List pending friend requests.",
        discussion: """
            Examples:
              upfor mailbox
            """)

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.mailboxList(MailboxList()))
    }
}
