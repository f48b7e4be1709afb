import Kernel
import SwiftProtobuf
import Wire

extension Person {
    func challenge(of issuer: String = "home") throws -> IdentityChallenge {
        let command = ClientMessage.OneOf_Command.identityBegin(.with { $0.issuer = issuer })
        let body = try world.call(command, by: name, as: nil).result.get()
        guard case .identityChallenge(let challenge) = body else { throw NotThatKind(what: "it") }
        return challenge
    }

    /// A fresh token, with a nonce of this server's.
    func idToken(
        _ subject: String, email: String = "", name: String = ""
    ) throws -> String {
        "\(subject)|\(try challenge().nonce)|\(email)|\(name)"
    }

    @discardableResult
    func enter(
        by token: String, of issuer: String = "home", as username: String = "",
        email: String = "", code: String = "", invitation: String = ""
    ) throws -> AccountOpened {
        let command = IdentityLogin.with {
            $0.invitation = invitation
            ($0.issuer, $0.idToken, $0.device) = (issuer, token, "laptop")
            ($0.username, $0.email, $0.code) = (username, email, code)
        }
        let body = try world.call(.identityLogin(command), by: name, as: nil).result.get()
        guard case .account(let account) = body else { throw NotThatKind(what: "an account") }
        return account
    }

    @discardableResult
    func link(
        _ token: String, of issuer: String = "home", proof: Proof = .password()
    ) throws -> Identities {
        try identities(
            from: .identityLink(
                .with { ($0.proof, $0.issuer, $0.idToken) = (proof, issuer, token) }))
    }

    @discardableResult
    func unlink(
        _ issuer: String = "home", proof: Proof = .password()
    ) throws -> Identities {
        try identities(from: .identityUnlink(.with { ($0.proof, $0.issuer) = (proof, issuer) }))
    }
}
