import SwiftProtobuf
import Wire

/// One of the things that `profile` changes; each is a command of its own on the wire.
struct ProfileChange: Sendable {
    /// What asks for it on the command line.
    fileprivate let option: String
    fileprivate let command: ClientMessage.OneOf_Command
    /// What is said when it was done; nil: what is answered.
    fileprivate let sentence: String?
    /// The new e-mail address, if it is about that: it may have to be confirmed first.
    fileprivate var address: String?

    static func name(_ name: String) -> Self {
        ProfileChange(
            option: "--name", command: .accountUpdate(.with { $0.displayName = name }),
            sentence: "you are \(name) now")
    }

    static func email(_ address: String, by proof: Proof) -> Self {
        ProfileChange(
            option: "--email",
            command: .emailChange(.with { ($0.email, $0.proof) = (address, proof) }),
            sentence: "your e-mail address is \(address) now", address: address.lowercased())
    }

    static func link(_ issuer: String, token: String, by proof: Proof) -> Self {
        ProfileChange(
            option: "--link",
            command: .identityLink(
                .with { ($0.issuer, $0.idToken, $0.proof) = (issuer, token, proof) }),
            sentence: nil)
    }

    static func unlink(_ issuer: String, by proof: Proof) -> Self {
        ProfileChange(
            option: "--unlink",
            command: .identityUnlink(.with { ($0.issuer, $0.proof) = (issuer, proof) }),
            sentence: nil)
    }

    static func password(_ password: String, by proof: Proof) -> Self {
        ProfileChange(
            option: "--password",
            command: .passwordChange(.with { ($0.password, $0.proof) = (password, proof) }),
            sentence: "your password is changed; other devices are signed out")
    }
}

extension Session {
    /// Makes one change after the other, and says of each that it was made; with the first that
    /// fails it ends, and says what was not done.
    func make(_ changes: [ProfileChange]) async throws(Failure) {
        for (place, change) in changes.enumerated() {
            do throws(Failure) {
                try await make(change)
            } catch {
                // Without an answer nobody knows whether it was done: the failure says that.
                let isRefused = if case .refused = error { true } else { false }
                let left = changes[(isRefused ? place : place + 1)...].map(\.option)
                if changes.count > 1, !left.isEmpty {
                    output.printer.talk(["not done: " + left.joined(separator: ", ")])
                }
                throw error
            }
        }
    }

    private func make(_ change: ProfileChange) async throws(Failure) {
        let answer = try await call(change.command)
        if change.address != nil, case .account(let account) = answer, account.hasEmailVerified,
            !account.emailVerified || account.email != change.address
        {
            let sentence = "a code is on its way to the new address: `upfor verify CODE`"
            return output.done(answer, sentence)
        }
        guard let sentence = change.sentence else { return output.answer(answer) }
        output.done(answer, sentence)
        // After another password: who knew the old one may have left a way in.
        if case .identities(let left) = answer, !left.identities.isEmpty {
            output.remark("what else opens your account, which --unlink ends:")
            output.wording.map { output.printer.data($0.answer(answer)) }
        }
    }
}
