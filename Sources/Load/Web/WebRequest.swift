/// What one connection asks.
struct WebRequest: Sendable {
    enum Kind: Sendable {
        /// One's own profile: a row and its account.
        case read
        /// A change of it, in a transaction of its own.
        case write
        /// What the server has words of, which anybody may ask.
        case languages
        /// How words sound, one after the other.
        case sound([String])
        /// A recording of a word, to be judged; the server may be too busy for that.
        case recording(of: String, [UInt8])
    }

    let kind: Kind
    let authority: String
    /// By the number of a user.
    let tokens: [Int: String]

    /// Whether the server may answer so.
    func takes(_ status: Int) -> Bool {
        if case .recording = kind { status == 200 || status == 503 } else { status == 200 }
    }

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
        case .languages:
            return Array("GET /v1/wordLanguageList HTTP/1.1\r\n\(common)\r\n".utf8)
        case .sound(let words):
            let word = words.isEmpty ? "word" : words[turn % words.count]
            return Array("GET /v1/words/\(Self.escaped(word))/audio HTTP/1.1\r\n\(common)\r\n".utf8)
        case .recording(let word, let file):
            return Array(
                """
                POST /v1/words/\(Self.escaped(word))/speech HTTP/1.1\r\n\(common)Content-Type: \
                audio/wav\r\nContent-Length: \(file.count)\r\n\r\n
                """.utf8) + file
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

    /// As it stands in a path.
    ///
    /// - Source: RFC 3986 §2.3.
    private static func escaped(_ word: String) -> String {
        word.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
