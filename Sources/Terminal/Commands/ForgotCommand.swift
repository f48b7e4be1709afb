import ArgumentParser
import SwiftProtobuf
import Wire

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
