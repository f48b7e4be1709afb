import ArgumentParser
import SwiftProtobuf
import Wire

/// Confirms one's e-mail address by a code that is mailed to it.
struct VerifyCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Confirm your e-mail address.",
        discussion: """
            Without a code, it requests one for your address, or for the new one of `upfor \
            profile --email`. A code is valid once, for 15 minutes. A confirmed address is yours \
            alone: you can log in with it and recover your account.

            Examples:
              upfor verify
              upfor verify abcde-fghjk
            """)

    @Argument(help: "The code from the letter; without it a letter is sent.")
    var code: String?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        let command: ClientMessage.OneOf_Command =
            code.map { code in .emailConfirm(.with { $0.code = code }) }
            ?? .emailProve(EmailProve())
        try await session.show(command)
    }
}
