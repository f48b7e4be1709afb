import ArgumentParser
import Wire

/// Ends the account, for good.
struct DeleteAccountCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete-account", abstract: "Delete your account permanently.",
        discussion: """
            It asks for your username, and for your password or the proof of an issuer. Your \
            account is unusable at once. Your data are erased within a day, also your messages \
            in your friends' history on the server. Your username is never given out again, not \
            even to you.

            Examples:
              upfor export me.json && upfor delete-account
              echo "$PASSWORD" | upfor delete-account --username ana --password-stdin

            With an outside identity, first for what to ask its issuer, then with its answer:
              upfor delete-account --issuer example
              upfor delete-account --issuer example --id-token token.jwt
            """)

    @Option(help: "Your username, instead of typing it when asked.")
    var username: String?

    @OptionGroup var proof: ProofOptions

    @OptionGroup var options: Options

    mutating func run() async throws {
        let opening = try SessionOpening(options)
        let session = try await opening.session()
        do throws(Failure) {
            if let challenge = proof.challenge {
                try await session.show(challenge)
                return await session.close()
            }
            try confirm(session.me, session.output)
            var command = AccountDelete()
            command.proof = try proof.proof()
            let answer = try await session.call(.accountDelete(command))
            await session.close()
            try opening.choice.folder.remove(opening.choice.name)
            session.output.done(answer, "the account \(SafeText(session.me).line) is deleted")
        } catch {
            await session.close()
            throw error
        }
    }

    private func confirm(_ me: String, _ output: Output) throws(Failure) {
        if username == nil {
            let name = SafeText(me).line
            output.printer.talk(["This cannot be undone. Type your username (\(name)):"])
        }
        let typed = username ?? readLine() ?? ""
        guard typed == me else { throw .local("that is not \(me): nothing was deleted") }
    }
}
