internal import COpenSSL
public import HTTPTypes

/// The opening handshake, from both ends.
///
/// - Source: RFC 6455 §4.
public enum Handshake {
    /// The only version there is (§4.4).
    static let version = "13"
    /// The only protocol that we upgrade to.
    static let upgradeToken = "websocket"
}

extension Handshake {
    /// The server's yes.
    public struct Acceptance: Sendable {
        /// The answer to send; the first byte after it belongs to a frame.
        public let response: HTTPResponse
        /// The protocol chosen; nil if the client offered none of ours, and it decides what
        /// to make of that (§4.1).
        public let subprotocol: String?
        /// The agreed terms of permessage-deflate, for the `Endpoint`. Nil: none.
        public let deflate: DeflateTerms?
    }

    /// The terms that a client and a server have agreed on.
    public struct Agreement: Equatable, Sendable {
        /// The protocol that the server chose; nil if it chose none.
        public let subprotocol: String?
        /// The agreed terms of permessage-deflate, for the `Endpoint`. Nil: none.
        public let deflate: DeflateTerms?
    }

    /// The server's no.
    public struct Rejection: Error, Sendable {
        /// The answer to send. It has no body yet.
        public let response: HTTPResponse
        /// One phrase for the body and the event log; nothing of the peer's text is in it.
        public let reason: String
    }

    /// Why a client does not trust the server's answer.
    public enum Failure: Error, Equatable, Sendable {
        /// The server answered with another status than 101: it may be a redirect, a refusal
        /// with `Retry-After`, or no WebSocket server.
        case status(Int)
        /// `Upgrade` is not `websocket`.
        case upgrade
        /// `Connection` does not list `upgrade`.
        case connection
        /// `Sec-WebSocket-Accept` is missing, repeated, or does not match our key.
        case accept
        /// The server chose an extension that we did not offer, or on other terms than ours.
        case extensions
        /// The server chose a protocol that we did not offer, or several.
        case subprotocol
    }
}

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

/// The little of base64 that a handshake needs.
///
/// - Source: RFC 4648 §4.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The six bits that `character` stands for; nil if it is not in the alphabet.
    static func digit(_ character: UInt8) -> UInt8? {
        alphabet.firstIndex(of: character).map { UInt8($0) }
    }

    /// `bytes` as text, with padding.
    static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                let digit = Int(bits >> (18 - 6 * place) & 0x3F)
                text.append(place <= group.count ? alphabet[digit] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// The elements of a comma-separated header, from all fields of its name in their order.
///
/// - Source: RFC 9110 §5.3, §5.6.1: empty elements count for nothing.
struct HeaderList {
    let elements: [Substring]

    init(_ values: [String]) {
        elements = values.flatMap { $0.split(separator: ",").map(Self.trimmed) }
            .filter { !$0.isEmpty }
    }

    /// Whether `token` is among the elements, in upper or lower case.
    func contains(_ token: String) -> Bool {
        elements.contains { Self.isSame($0, token) }
    }

    /// Whether `token`, in upper or lower case, is the only element.
    func isOnly(_ token: String) -> Bool {
        elements.count == 1 && contains(token)
    }

    /// Whether `text` may name something in HTTP.
    ///
    /// - Source: RFC 9110 §5.6.2.
    static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }

    /// Whether `byte` may be part of a token.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Case is that of ASCII alone: Unicode would let the Kelvin sign pass for a k.
    private static func isSame(_ text: Substring, _ token: String) -> Bool {
        text.utf8.lazy.map(lowercased).elementsEqual(token.utf8.lazy.map(lowercased))
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: byte
        }
    }

    /// - Source: RFC 9110 §5.6.3: spaces and tabs around an element are not part of it.
    private static func trimmed(_ text: Substring) -> Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let front = text.drop(while: isSpace)
        guard let last = front.lastIndex(where: { !isSpace($0) }) else {
            return front[..<front.startIndex]
        }
        return front[...last]
    }
}
