/// What one connection asks.
struct WebRequest: Sendable {
    enum Kind: Sendable {
        /// One's own profile: a row and its account.
        case read
        /// A change of it, in a transaction of its own.
        case write
    }

    let kind: Kind
    let authority: String
    /// By the number of a user.
    let tokens: [Int: String]

    /// The bytes of a request.
    ///
    /// - Parameters:
    ///   - number: of the connection; connections beyond the number of users share users.
    ///   - turn: how many requests the connection has sent before.
    func bytes(_ number: Int, turn: Int) -> [UInt8] {
        let token = tokens[number % max(1, tokens.count)] ?? ""
        let common = "Host: \(authority)\r\nAuthorization: Bearer \(token)\r\n"
        switch kind {
        case .read:
            return Array("GET /v1/speakerRead HTTP/1.1\r\n\(common)\r\n".utf8)
        case .write:
            let body =
                #"{"firstName":"Ana","lastName":"Load","known":"en","learn":"es","#
                + #""bio":"change \#(turn)"}"#
            return Array(
                """
                POST /v1/speakerSet HTTP/1.1\r\n\(common)Content-Type: application/json\r
                Idempotency-Key: w\(number)-\(turn)\r
                Content-Length: \(body.utf8.count)\r\n\r\n\(body)
                """.utf8)
        }
    }
}
