/// An ID token, as an issuer of OpenID Connect hands it out.
enum IDToken {
    /// The token in a file.
    ///
    /// - Parameter file: "-" for standard input.
    static func text(of file: String) throws(Failure) -> String {
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
        guard !token.isEmpty else { throw .usage("there is no token in \(file)") }
        return token
    }
}
