import ArgumentParser
import Wire

/// Signs in on this device and keeps the key in the profile.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Sign in on this device.",
        discussion: """
            Examples:
              upfor login ana
              upfor login ana@example.org --server ws://chat.example.org:8080
              echo "$PASSWORD" | upfor login ben --as ben --password-stdin
            """)

    @Argument(help: "Your username or e-mail address.")
    var login: String

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    @OptionGroup var options: Options

    mutating func run() async throws {
        let entry = try Entry(options)
        var command = AccountLogin()
        command.login = login
        command.device = entry.device
        command.password =
            try passwordStdin
            ? Password.fromStandardInput() : Password.asked(["Password: "])
        try await entry.enter(.accountLogin(command), from: nil)
    }
}
