import COpenSSL

/// The public key of a credential.
///
/// - Source: WebAuthn Level 2 §5.8.5, §6.5.1.1; RFC 9053 (COSE).
public struct PublicKey: Equatable, Sendable {
    /// The accepted algorithms, by their numbers in COSE, the preferred one first.
    public enum Algorithm: Int64, CaseIterable, Sendable {
        /// ECDSA on P-256 with SHA-256.
        case es256 = -7
        /// EdDSA on Ed25519.
        case edDSA = -8
        /// RSA PKCS #1 v1.5 with SHA-256.
        case rs256 = -257
    }

    /// Most members of a key: those that the standard knows are five.
    private static let membersMax = 16
    /// 2048 to 4096 bits.
    private static let modulusBytes = 256...512

    /// As COSE writes it, byte by byte as the authenticator did.
    public let cose: [UInt8]
    /// How it signs.
    public let algorithm: Algorithm
    /// SubjectPublicKeyInfo in DER.
    private let info: [UInt8]

    /// Reads a key, all of `cose`.
    ///
    /// - Throws: a flaw of the attestation: `.malformed`, `.algorithm` for one that is not
    ///   accepted, `.key` for one that is none: a point beside the curve, too short, too long.
    public init(cose: [UInt8]) throws(WebAuthnFlaw) {
        let members: Members
        do throws(CBORReader.Malformed) {
            members = try Members(cose, countMax: Self.membersMax)
        } catch {
            throw .init(.attestation, .malformed)
        }
        guard let number = members.numbers[3], let algorithm = Algorithm(rawValue: number) else {
            throw .init(.attestation, .algorithm)
        }
        guard let info = Self.info(members, algorithm), VerifyingKey(info) != nil else {
            throw .init(.attestation, .key)
        }
        (self.cose, self.algorithm, self.info) = (cose, algorithm, info)
    }

    /// Whether this key signed `message`.
    ///
    /// - Parameter signature: in the form of the algorithm; of ECDSA in DER.
    public func hasSigned(_ message: [UInt8], signature: [UInt8]) -> Bool {
        guard let key = VerifyingKey(info) else { return false }
        return key.hasSigned(message, signature, algorithm == .edDSA ? nil : EVP_sha256())
    }

    /// The members of a key: whole numbers, and strings of bytes.
    private struct Members {
        private(set) var numbers: [Int64: Int64] = [:]
        private(set) var strings: [Int64: [UInt8]] = [:]

        init(_ cose: [UInt8], countMax: Int) throws(CBORReader.Malformed) {
            var reader = CBORReader(cose)
            guard case .map(let count) = try reader.next(), count <= countMax else {
                throw .init()
            }
            for _ in 0..<count {
                guard case .integer(let name) = try reader.next(), numbers[name] == nil,
                    strings[name] == nil
                else { throw .init() }
                switch try reader.first {
                case .integer(let number):
                    numbers[name] = number
                    try reader.skip()
                case .bytes(let range):
                    strings[name] = Array(cose[range])
                    try reader.skip()
                case .text, .array, .map, .other: try reader.skip()
                }
            }
            guard reader.isAtEnd else { throw .init() }
        }
    }

    /// nil when the members are not those of a key for the algorithm.
    private static func info(_ members: Members, _ algorithm: Algorithm) -> [UInt8]? {
        let (type, curve) = (members.numbers[1], members.numbers[-1])
        switch algorithm {
        case .es256:
            guard type == 2, curve == 1, let x = members.strings[-2], x.count == 32,
                let y = members.strings[-3], y.count == 32
            else { return nil }
            return DER.pointHead + x + y
        case .edDSA:
            guard type == 1, curve == 6, let x = members.strings[-2], x.count == 32 else {
                return nil
            }
            return DER.edwardsHead + x
        case .rs256:
            guard type == 3, let modulus = members.strings[-1], let exponent = members.strings[-2],
                modulusBytes.contains(modulus.count), modulus[0] >= 0x80,
                (modulus.last ?? 0) & 1 == 1,
                (1...4).contains(exponent.count), exponent[0] != 0, exponent != [1]
            else { return nil }
            return DER.rsa(modulus, exponent)
        }
    }
}

/// Public keys as OpenSSL reads them.
///
/// - Source: RFC 5280 §4.1.2.7; RFC 5480 §2; RFC 8410 §4; RFC 8017 §A.1.1.
private enum DER {
    /// What stands before the two numbers of a point on P-256.
    static let pointHead: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08,
        0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]
    /// What stands before a key for Ed25519.
    static let edwardsHead: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
    private static let rsaAlgorithm: [UInt8] = [
        0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
    ]

    /// - Parameters: numbers without leading zeros, the highest byte first.
    static func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        let key = value(0x30, number(modulus) + number(exponent))
        return value(0x30, rsaAlgorithm + value(0x03, [0] + key))
    }

    private static func number(_ bytes: [UInt8]) -> [UInt8] {
        value(0x02, (bytes.first ?? 0) >= 0x80 ? [0] + bytes : bytes)
    }

    /// - Parameter content: less than 64 KiB.
    private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let (high, low) = (UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count))
        let length: [UInt8] =
            count < 0x80 ? [low] : count < 0x100 ? [0x81, low] : [0x82, high, low]
        return [tag] + length + content
    }
}

/// A key of OpenSSL's.
private final class VerifyingKey {
    private let key: OpaquePointer

    /// - Parameter info: SubjectPublicKeyInfo in DER.
    init?(_ info: [UInt8]) {
        let read = info.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return d2i_PUBKEY(nil, &next, bytes.count)
        }
        guard let read else {
            // What it leaves there would be taken for a failure of a later call.
            ERR_clear_error()
            return nil
        }
        key = read
    }

    deinit { EVP_PKEY_free(key) }

    func hasSigned(_ message: [UInt8], _ signature: [UInt8], _ digest: OpaquePointer?) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer {
            EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        return EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
