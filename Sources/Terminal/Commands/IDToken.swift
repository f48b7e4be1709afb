/// An ID token, as an issuer of OpenID Connect hands it out.
enum IDToken {
    /// More than any token has, and no more than a message to the server may have.
    private static let bytesMax = 1 << 16

    /// The token in a file.
    ///
    /// - Parameter file: "-" for standard input.
    static func text(of file: String) throws(Failure) -> String {
        let bytes = file == "-" ? try given() : try LocalFile.contents(of: file, bytesMax: bytesMax)
        guard let bytes else { throw .local("there is no file \(file)") }
        let token = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard !token.isEmpty else { throw .usage("there is no token in \(file)") }
        return token
    }

    private static func given() throws(Failure) -> [UInt8] {
        guard let bytes = StandardInput.bytes(max: bytesMax) else {
            throw LocalFile.problem("read", "standard input")
        }
        guard bytes.count <= bytesMax else {
            throw LocalFile.tooLarge("standard input", bytesMax: bytesMax)
        }
        return bytes
    }
}
