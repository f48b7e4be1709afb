import ArgumentParser
import Wire

/// Ends the account, for good.
struct DeleteAccountCommand: OptionedCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete-account", abstract: "Delete your account, for good.",
        discussion: """
            Asks you to type your username, and for your password. At once nobody finds you any
            more; what you have left is erased within a day, also from your friends' devices'
            history on the server. Nobody gets your username again, nor do you.

            Examples:
              upfor export me.json && upfor delete-account
              echo "$PASSWORD" | upfor delete-account --username ana --password-stdin
            """)

    @Option(help: "Your username, instead of typing it when asked.")
    var username: String?

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    @OptionGroup var options: Options

    mutating func run() async throws {
        let opening = try SessionOpening(options)
        let session = try await opening.session()
        do throws(Failure) {
            try confirm(session.me, session.output)
            var command = AccountDelete()
            command.proof.password =
                passwordStdin
                ? try Password.fromStandardInput() : try Password.asked(["Password: "])
            let answer = try await session.call(.accountDelete(command))
            await session.close()
            try opening.choice.folder.remove(opening.choice.name)
            session.output.done(answer, "the account \(session.me) is deleted")
        } catch {
            await session.close()
            throw error
        }
    }

    private func confirm(_ me: String, _ output: Output) throws(Failure) {
        if username == nil {
            output.printer.talk(["This cannot be undone. Type your username (\(me)):"])
        }
        let typed = username ?? readLine() ?? ""
        guard typed == me else { throw .local("that is not \(me): nothing was deleted") }
    }
}
