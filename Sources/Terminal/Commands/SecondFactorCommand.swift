import ArgumentParser
import SwiftProtobuf
import Wire

/// Shows whether log-ins need a second factor, and sets an authenticator up or drops it.
struct SecondFactorCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "second-factor", abstract: "Manage the second factor of your account.",
        discussion: """
            `on` shows a secret for an authenticator app and asks for a code of the app. From \
            then on log-ins need a code, and so do commands that need your password. It prints \
            ten recovery codes, each valid once in place of a code: keep them where you find \
            them without your phone. `codes` makes new ones, `off` ends it.

            Without a terminal, `confirm` takes the first code.

            Examples:
              upfor second-factor
              upfor second-factor on
              upfor second-factor on --json | jq -r .secondFactorSecret.uri | qrencode -t utf8
              upfor second-factor confirm 123456
              upfor second-factor codes > recovery-codes.txt
              upfor second-factor off
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case on, confirm, codes, off
    }

    @Argument(help: "on, confirm, codes or off; without it, show the state.")
    var action: Action?

    @Argument(help: ArgumentHelp("With `confirm`: six digits of the app.", valueName: "code"))
    var firstCode: String?

    @OptionGroup var proof: ProofOptions

    @OptionGroup var options: Options

    var needsProof: Bool { action != nil && action != .confirm }

    func validate() throws {
        guard (action == .confirm) == (firstCode != nil) else {
            throw ValidationError("a first code goes with `confirm`, and only with that")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        if needsProof, let challenge = proof.challenge { return try await session.show(challenge) }
        switch action {
        case nil: try await session.show(.secondFactorRead(SecondFactorRead()))
        case .on: try await begin(in: session)
        case .confirm: try await confirm(firstCode ?? "", in: session)
        case .codes:
            let proof = try proof.proof()
            try await session.show(.recoveryCodesRenew(.with { $0.proof = proof }))
        case .off:
            let proof = try proof.proof()
            try await session.tell(
                .secondFactorDrop(.with { $0.proof = proof }),
                "log-ins need no second factor any more")
        }
    }

    private func begin(in session: Session) async throws(Failure) {
        let proof = try proof.proof()
        try await session.show(.secondFactorBegin(.with { $0.proof = proof }))
        let code: String
        do throws(Failure) {
            code = try Password.asked(["Six digits of the app: "])
        } catch .usage {
            return session.output.remark("then: `upfor second-factor confirm CODE`")
        }
        try await confirm(code, in: session)
    }

    private func confirm(_ code: String, in session: Session) async throws(Failure) {
        try await session.show(.secondFactorConfirm(.with { $0.code = code }))
        session.output.remark(
            "log-ins need a code from now on; keep these recovery codes, each is good once")
    }
}

/// Handles accounts with a second factor: asks for a code at the terminal, and repeats the command
/// with it.
enum SecondFactorQuestion {
    /// Sends `command`. If the server requires a code and the command has none, asks for one at the
    /// terminal and sends the command again. Without a terminal the refusal stands.
    static func call(
        _ command: ClientMessage.OneOf_Command, by call: Session.Call,
        asking: () throws(Failure) -> String = ask
    ) async throws(Failure) -> ServerMessage.OneOf_Body {
        do throws(Failure) {
            return try await call(command)
        } catch .refused(let error) where error.code == .secondFactorNeeded {
            var answering = command
            guard let code = try? asking(), answering.add(code: code) else {
                throw .refused(error)
            }
            return try await call(answering)
        }
    }

    private static func ask() throws(Failure) -> String {
        try Password.asked(["Code of your authenticator, or a recovery code: "])
    }
}

extension ClientMessage.OneOf_Command {
    /// Adds a code to the password or the identity.
    ///
    /// - Returns: false for a command that takes none.
    fileprivate mutating func add(code: String) -> Bool {
        switch self {
        case .accountLogin(var login):
            login.code = code
            self = .accountLogin(login)
        case .identityLogin(var login):
            login.code = code
            self = .identityLogin(login)
        case .accountProve(let command): self = .accountProve(command.with(code, in: \.proof))
        case .passwordChange(let command): self = .passwordChange(command.with(code, in: \.proof))
        case .emailChange(let command): self = .emailChange(command.with(code, in: \.proof))
        case .accountDelete(let command): self = .accountDelete(command.with(code, in: \.proof))
        case .identityLink(let command): self = .identityLink(command.with(code, in: \.proof))
        case .identityUnlink(let command): self = .identityUnlink(command.with(code, in: \.proof))
        case .secondFactorBegin(let command):
            self = .secondFactorBegin(command.with(code, in: \.proof))
        case .secondFactorDrop(let command):
            self = .secondFactorDrop(command.with(code, in: \.proof))
        case .passkeyAdd(let command): self = .passkeyAdd(command.with(code, in: \.proof))
        case .secondFactorPasskeys(let command):
            self = .secondFactorPasskeys(command.with(code, in: \.proof))
        case .recoveryCodesRenew(let command):
            self = .recoveryCodesRenew(command.with(code, in: \.proof))
        default: return false
        }
        return true
    }
}

extension Message {
    fileprivate func with(_ code: String, in proof: WritableKeyPath<Self, Proof>) -> Self {
        var command = self
        command[keyPath: proof].code = code
        return command
    }
}
