import ArgumentParser
import Wire

/// Shows one's own account, or changes its name, address or password.
struct ProfileCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Show or change your name, e-mail and password.",
        discussion: """
            Another e-mail address, another password and --unlink need the password that you have
            now; it is asked for. A new password signs out every other device; an outside identity
            that opens your account goes on doing so, and is listed then: --unlink ends that.

            Examples:
              upfor profile
              upfor profile --name "Ana Lima"
              upfor profile --email ana@example.org
              upfor profile --password
              upfor profile --unlink example
              printf '%s\\n' "$OLD" "$NEW" | upfor profile --password --password-stdin
            """)

    @Option(name: .customLong("name"), help: "The name that others see.")
    var displayName: String?

    @Option(help: "Your new e-mail address.")
    var email: String?

    @Flag(name: .customLong("password"), help: "Ask for a new password.")
    var changesPassword = false

    @Option(help: "Let the identity of this issuer open your account no longer.")
    var unlink: String?

    @Flag(help: "Read the password, and in the next line the new one, from standard input.")
    var passwordStdin = false

    @OptionGroup var options: Options

    /// Whether the password is asked for, which cannot be done at the prompt.
    var needsPassword: Bool { email != nil || changesPassword || unlink != nil }

    func perform(in session: Session) async throws(Failure) {
        if displayName == nil, !needsPassword {
            return try await session.show(.accountRead(AccountRead()))
        }
        if let displayName {
            var command = AccountUpdate()
            command.displayName = displayName
            try await session.tell(.accountUpdate(command), "you are \(displayName) now")
        }
        guard needsPassword else { return }
        var proof = Proof()
        proof.password = try password(["Password: "])
        if let email {
            var command = EmailChange()
            (command.proof, command.email) = (proof, email)
            try await session.tell(.emailChange(command), "your e-mail address is \(email) now")
        }
        if let unlink {
            var command = IdentityUnlink()
            (command.proof, command.issuer) = (proof, unlink)
            try await session.show(.identityUnlink(command))
        }
        guard changesPassword else { return }
        var command = PasswordChange()
        command.proof = proof
        command.password = try password(["New password: ", "Once more: "])
        let answer = try await session.call(.passwordChange(command))
        session.output.done(answer, "your password is changed; other devices are signed out")
        if case .identities(let left) = answer, !left.identities.isEmpty {
            session.output.remark("what else opens your account, which --unlink ends:")
            session.output.wording.map { session.output.printer.data($0.answer(answer)) }
        }
    }

    private func password(_ prompts: [String]) throws(Failure) -> String {
        passwordStdin ? try Password.fromStandardInput() : try Password.asked(prompts)
    }
}
