import SwiftProtobuf
import Wire

/// What a command that opens or proves something does where the account has a second factor: a
/// code is asked for at the terminal, and the command goes again with it.
enum SecondFactorQuestion {
    /// Sends `command`; with a code, when the server wants one, there was none, and somebody sits
    /// at a terminal.
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
    /// Puts a code in, beside the password or the identity.
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
