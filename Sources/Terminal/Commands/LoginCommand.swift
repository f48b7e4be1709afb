import ArgumentParser
import Wire

/// Signs in on this device and keeps the key in the profile.
struct LoginCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Sign in on this device.",
        discussion: """
            Examples:
              upfor login ana
              upfor login ana@example.org --server chat.example.org
              echo "$PASSWORD" | upfor login ben --as ben --password-stdin
              upfor login ana --code 123456

            With an outside identity, first for what to ask its issuer, then with its answer:
              upfor login --issuer example
              upfor login --issuer example --id-token token.jwt
              upfor login ana --issuer example --id-token - --email ana@example.org < token.jwt
            """)

    @Argument(help: "Your username or e-mail address; with --id-token, for your first time here.")
    var login: String?

    @Option(help: "Sign in with an identity of this issuer, by its name on the server.")
    var issuer: String?

    @Option(help: "A file with the ID token (- for standard input).")
    var idToken: String?

    @Option(help: "For your first time here: your e-mail address, in place of the issuer's.")
    var email: String?

    // A code of an earlier version may begin with "-".
    @Option(
        parsing: .unconditional,
        help: "For your first time here: an invitation, as a link or a code.")
    var invitation: String?

    @Option(
        help: "A code of your authenticator, or a recovery code; asked for where it is needed.")
    var code: String?

    @OptionGroup var entryOptions: EntryOptions

    @OptionGroup var options: Options

    func validate() throws {
        guard issuer != nil || (idToken == nil && email == nil && invitation == nil) else {
            throw ValidationError("--id-token, --email and --invitation need an --issuer")
        }
        guard issuer != nil || login != nil else {
            throw ValidationError("say who you are: a username, an e-mail address or --issuer")
        }
    }

    mutating func run() async throws {
        let entry = try await Entry(options, entryOptions)
        if let issuer {
            let identity = IdentityEntry(
                issuer: issuer, token: idToken, username: login, email: email,
                invitation: try entry.invitation(invitation), code: code)
            let command = try identity.command(device: entry.device)
            return idToken == nil
                ? try await entry.ask(command) : try await entry.enter(command, from: nil)
        }
        var command = AccountLogin()
        command.login = login ?? ""
        command.device = entry.device
        command.code = code ?? ""
        command.password = try entry.password(["Password: "])
        try await entry.enter(.accountLogin(command), from: nil)
    }
}

/// Makes an account and keeps its key in the profile.
struct RegisterCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Create an account and sign in.",
        discussion: """
            Examples:
              upfor register ana --email ana@example.org
              upfor register ben --email ben@example.org --name "Ben Smith" --as ben
              echo "$PASSWORD" | upfor register ana --email a@b.org --password-stdin
              upfor register ana --email ana@example.org --server chat.example.org \
                --invitation https://chat.example.org/i#8lGq0Yx1ZsQ2mVb7TtXk0A
            """)

    @Argument(help: "Your username: 3 to 20 of a-z, 0-9 and _, starting with a letter.")
    var username: String

    @Option(help: "Your e-mail address, also a log-in name.")
    var email: String

    @Option(name: .customLong("name"), help: "The name others see (default: the username).")
    var displayName: String?

    @Option(
        parsing: .unconditional,
        help: "An invitation, as a link or a code; you and the inviter are friends then.")
    var invitation: String?

    @OptionGroup var entryOptions: EntryOptions

    @OptionGroup var options: Options

    mutating func run() async throws {
        let entry = try await Entry(options, entryOptions)
        var command = AccountRegister()
        command.username = username
        command.email = email
        command.displayName = displayName ?? ""
        command.invitation = try entry.invitation(invitation)
        command.device = entry.device
        command.password = try entry.password(["Password: ", "Once more: "])
        try await entry.enter(
            .accountRegister(command), from: Profile.Position(epoch: "", seq: 0))
    }
}
