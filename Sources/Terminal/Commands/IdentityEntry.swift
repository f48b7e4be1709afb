import Wire

/// The way in with an outside identity: first a nonce to sign in there with, then the ID token.
struct IdentityEntry: Sendable {
    let issuer: String
    /// A file with the ID token, or "-" for standard input; nil: only a nonce is wanted.
    let token: String?
    /// For the first time.
    let username: String?
    /// In place of the one that the issuer vouches for.
    let email: String?
    /// Of an authenticator, where the account needs one.
    var code: String?

    /// The command that signs in, or that asks for a nonce.
    func command(device: String) throws(Failure) -> ClientMessage.OneOf_Command {
        guard let token else { return .identityBegin(of: issuer) }
        var command = IdentityLogin()
        command.issuer = issuer
        command.idToken = try IDToken.text(of: token)
        command.device = device
        command.username = username ?? ""
        command.email = email ?? ""
        command.code = code ?? ""
        return .identityLogin(command)
    }
}
