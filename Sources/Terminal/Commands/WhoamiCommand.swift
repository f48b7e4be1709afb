import ArgumentParser
import Wire

/// Shows one's own account.
struct WhoamiCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Show your account.",
        discussion: """
            Examples:
              upfor whoami
              upfor whoami --as ben --json
            """)

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.accountRead(AccountRead()))
    }
}
