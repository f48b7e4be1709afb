import ArgumentParser
import SwiftProtobuf
import Wire

/// Sets a new password by a code that was mailed.
struct RecoverCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover", abstract: "Set a new password with a code that was mailed.",
        discussion: """
            `upfor forgot` sends the code. Every device is signed out, including this one: use \
            `upfor login` next.

            Examples:
              upfor recover ana --code abcde-fghjk
              echo "$NEW" | upfor recover ana --code abcde-fghjk --password-stdin
            """)

    @Argument(help: "Your username or e-mail address, as you gave it to `forgot`.")
    var login: String

    @Option(help: "The code from the letter.")
    var code: String

    @Flag(help: "Read the new password from the first line of standard input.")
    var passwordStdin = false

    @OptionGroup var options: Options

    mutating func run() async throws {
        var command = PasswordRecover()
        (command.login, command.code) = (login, code)
        command.password =
            try passwordStdin
            ? Password.fromStandardInput()
            : Password.asked(["New password: ", "Once more: "])
        try await Visit(options).tell(
            .passwordRecover(command),
            "your password is changed, and every device is signed out: `upfor login \(login)`")
    }
}

/// Asks for a code to set a new password with.
struct ForgotCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "forgot", abstract: "Request a mailed code for a new password.",
        discussion: """
            The code goes to your confirmed address (`upfor verify`). It is valid once, for 15 \
            minutes; use it with `upfor recover`. The answer is the same for unknown accounts.

            Examples:
              upfor forgot ana
              upfor forgot ana@example.org --server wss://chat.example.org
            """)

    @Argument(help: "Your username or e-mail address.")
    var login: String

    @OptionGroup var options: Options

    mutating func run() async throws {
        let command = PasswordForgot.with { $0.login = login }
        try await Visit(options).tell(
            .passwordForgot(command),
            "if an account has this name and a confirmed address, a code is on its way there")
    }
}

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
