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

    @Option(
        help: "A code of your authenticator, or a recovery code; asked for where it is needed.")
    var code: String?

    @OptionGroup var entryOptions: EntryOptions

    @OptionGroup var options: Options

    func validate() throws {
        guard issuer != nil || (idToken == nil && email == nil) else {
            throw ValidationError("--id-token and --email need an --issuer")
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
                code: code)
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
