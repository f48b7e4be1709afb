import COpenSSL

/// A passkey in software: it answers as an authenticator and its browser do, or wrongly, as a test
/// wants it.
///
/// OpenSSL signs: what verifies is not asked whether it understands itself.
///
/// - Source: WebAuthn Level 2 §5.8.1, §6.1, §6.5.
// SAFETY: a test uses it from one thread at a time.
package final class SoftPasskey: @unchecked Sendable {
    /// What it signs with.
    package enum Algorithm: String, CaseIterable, Sendable {
        case es256, edDSA, rs256
    }

    /// What a browser returns for a new one.
    package struct Creation: Equatable, Sendable {
        package var clientData: [UInt8]
        package var attestation: [UInt8]
    }

    /// What a browser returns for a challenge.
    package struct Answer: Equatable, Sendable {
        package var clientData: [UInt8]
        package var authenticatorData: [UInt8]
        package var signature: [UInt8]
    }

    /// What its authenticator says of itself, by bits.
    package enum Flag {
        package static let present: UInt8 = 0x01
        package static let verified: UInt8 = 0x04
        package static let mayBackUp: UInt8 = 0x08
        package static let backedUp: UInt8 = 0x10
        package static let hasCredential: UInt8 = 0x40
        package static let hasExtensions: UInt8 = 0x80
    }

    package let id: [UInt8]
    package let algorithm: Algorithm
    /// Empty: it returns none.
    package var userHandle: [UInt8] = []
    package var domain: String
    package var origin: String
    /// 0: it does not count. Otherwise each answer adds one.
    package var counter: UInt32 = 1
    package var flags: UInt8 = Flag.present | Flag.verified
    /// What stands before the members of its client data; after them, JSON.
    package var moreClientData = #","crossOrigin":false"#
    /// The map of extensions; empty: none.
    package var extensions: [UInt8] = []
    private let key: SigningPair

    /// - Parameter id: nil: 16 random bytes.
    package init(
        _ algorithm: Algorithm = .es256, id: [UInt8]? = nil, domain: String = "upfor.example",
        origin: String = "https://upfor.example"
    ) throws {
        (self.algorithm, self.domain, self.origin) = (algorithm, domain, origin)
        var random = [UInt8](repeating: 0, count: 16)
        RAND_bytes(&random, 16)
        self.id = id ?? random
        key = try SigningPair(algorithm)
    }

    /// Answers `navigator.credentials.create`.
    package func create(_ challenge: String) -> Creation {
        Creation(
            clientData: clientData("webauthn.create", challenge),
            attestation: Self.attestation(around: authenticatorData(isNew: true)))
    }

    /// Answers `navigator.credentials.get`.
    package func sign(_ challenge: String) throws -> Answer {
        if counter > 0 { counter += 1 }
        let (said, data) = (clientData("webauthn.get", challenge), authenticatorData())
        return Answer(
            clientData: said, authenticatorData: data,
            signature: try key.signature(of: data + Self.hash(said)))
    }

    /// `clientDataJSON`.
    package func clientData(_ type: String, _ challenge: String) -> [UInt8] {
        let head = #"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)""#
        return Array((head + moreClientData + "}").utf8)
    }

    /// `authenticatorData`.
    package func authenticatorData(isNew: Bool = false) -> [UInt8] {
        var flags = flags
        if isNew { flags |= Flag.hasCredential }
        if !extensions.isEmpty { flags |= Flag.hasExtensions }
        let head = Self.hash(Array(domain.utf8)) + [flags] + Self.bytes(counter)
        let length = [
            UInt8(truncatingIfNeeded: id.count >> 8), UInt8(truncatingIfNeeded: id.count),
        ]
        let credential = [UInt8](repeating: 0, count: 16) + length + id + key.cose
        return head + (isNew ? credential : []) + extensions
    }

    /// `attestationObject`.
    ///
    /// - Parameters:
    ///   - format: as its maker calls the statement.
    ///   - statement: a value of CBOR.
    package static func attestation(
        around data: [UInt8], format: String = "none", statement: [UInt8] = [0xA0]
    ) -> [UInt8] {
        CBOR.map([
            (CBOR.text("fmt"), CBOR.text(format)), (CBOR.text("attStmt"), statement),
            (CBOR.text("authData"), CBOR.bytes(data)),
        ])
    }

    /// URL-safe base64 without padding.
    package static func text(_ bytes: [UInt8]) -> String {
        var text = [UInt8](repeating: 0, count: bytes.count / 3 * 4 + 5)
        let count = EVP_EncodeBlock(&text, bytes, Int32(bytes.count))
        return String(decoding: text.prefix(Int(count)), as: UTF8.self)
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// What such a text stands for; empty for another.
    package static func bytes(_ text: String) -> [UInt8] {
        let padded =
            text.replacing("-", with: "+").replacing("_", with: "/")
            + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        var bytes = [UInt8](repeating: 0, count: padded.utf8.count)
        let count = EVP_DecodeBlock(&bytes, padded, Int32(padded.utf8.count))
        return Array(bytes.prefix(max(0, Int(count) - padded.count { $0 == "=" })))
    }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256(bytes, bytes.count, &hash)
        return hash
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}

/// Writes CBOR, as little of it as authenticators write.
package enum CBOR {
    /// The head of an item: its major type, 0 to 7, and a number.
    package static func head(_ type: UInt8, _ number: UInt64) -> [UInt8] {
        let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        return switch number {
        case 0..<24: [type << 5 | UInt8(number)]
        case 24..<0x100: [type << 5 | 24] + bytes.suffix(1)
        case 0x100..<0x10000: [type << 5 | 25] + bytes.suffix(2)
        case 0x10000..<0x1_0000_0000: [type << 5 | 26] + bytes.suffix(4)
        default: [type << 5 | 27] + bytes
        }
    }

    package static func number(_ number: Int64) -> [UInt8] {
        number >= 0 ? head(0, UInt64(number)) : head(1, UInt64(-1 - number))
    }

    package static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, UInt64(bytes.count)) + bytes }

    package static func text(_ text: String) -> [UInt8] {
        head(3, UInt64(text.utf8.count)) + Array(text.utf8)
    }

    package static func map(_ pairs: [(key: [UInt8], value: [UInt8])]) -> [UInt8] {
        head(5, UInt64(pairs.count)) + pairs.flatMap { $0.key + $0.value }
    }
}
