internal import COpenSSL

/// The value of `Sec-WebSocket-Key`: 16 bytes in base64.
struct WebSocketKey {
    private let text: String

    /// Nil unless `text` is what base64 makes of 16 bytes: 22 characters, of which the last
    /// has four bits to spare that are 0, and two of padding.
    ///
    /// - Source: RFC 6455 §4.2.1, item 5; RFC 4648 §4.
    init?(_ text: String) {
        let digits = text.utf8.dropLast(2)
        guard digits.count == 22, text.utf8.suffix(2).elementsEqual("==".utf8),
            digits.allSatisfy({ Base64.digit($0) != nil }),
            let last = digits.last.flatMap(Base64.digit), last & 0x0F == 0
        else { return nil }
        self.text = text
    }

    /// The value of `Sec-WebSocket-Accept` that proves that a server understood this key.
    ///
    /// - Source: RFC 6455 §4.2.2, item 5.4.
    var accept: String {
        let proof = Array((text + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
        // SAFETY: SHA1 writes SHA_DIGEST_LENGTH bytes, the size of `digest`.
        _ = proof.withUnsafeBufferPointer { input in
            digest.withUnsafeMutableBufferPointer { output in
                SHA1(input.baseAddress, input.count, output.baseAddress)
            }
        }
        return digest.withUnsafeBytes(Base64.encode)
    }
}
