import ArgumentParser
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
