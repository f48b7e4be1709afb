import ArgumentParser
import Wire

/// Makes an account and keeps its key in the profile.
struct RegisterCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Create an account and sign in.",
        discussion: """
            Examples:
              upfor register ana --email ana@example.org
              upfor register ben --email ben@example.org --name "Ben Smith" --as ben
              echo "$PASSWORD" | upfor register ana --email a@b.org --password-stdin
            """)

    @Argument(help: "Your username: 3 to 20 of a-z, 0-9 and _, starting with a letter.")
    var username: String

    @Option(help: "Your e-mail address, also a log-in name.")
    var email: String

    @Option(name: .customLong("name"), help: "The name others see (default: the username).")
    var displayName: String?

    @OptionGroup var entryOptions: EntryOptions

    @OptionGroup var options: Options

    mutating func run() async throws {
        let entry = try await Entry(options, entryOptions)
        var command = AccountRegister()
        command.username = username
        command.email = email
        command.displayName = displayName ?? ""
        command.device = entry.device
        command.password = try entry.password(["Password: ", "Once more: "])
        try await entry.enter(
            .accountRegister(command), from: Profile.Position(epoch: "", seq: 0))
    }
}
