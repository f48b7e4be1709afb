import Wire

/// The way in with an outside identity: first a nonce to sign in there with, then the ID token.
struct IdentityEntry: Sendable {
    let issuer: String
    /// A file with the ID token, or "-" for standard input; nil: only a nonce is wanted.
    let token: String?
    /// For the first time.
    let username: String?
    /// For an issuer that does not vouch for one.
    let email: String?

    /// The command that signs in, or that asks for a nonce.
    func command(device: String) throws(Failure) -> ClientMessage.OneOf_Command {
        guard let token else {
            var command = IdentityBegin()
            command.issuer = issuer
            return .identityBegin(command)
        }
        var command = IdentityLogin()
        command.issuer = issuer
        command.idToken = try Self.text(of: token)
        command.device = device
        command.username = username ?? ""
        command.email = email ?? ""
        return .identityLogin(command)
    }

    private static func text(of file: String) throws(Failure) -> String {
        let text: String
        if file == "-" {
            text = StandardInput.text()
        } else {
            guard let bytes = try ProfileFolder.contents(of: file) else {
                throw .local("there is no file \(file)")
            }
            text = String(decoding: bytes, as: UTF8.self)
        }
        let token = text.filter { !$0.isWhitespace }
        guard !token.isEmpty else { throw .usage("--id-token: there is no token in \(file)") }
        return token
    }
}
