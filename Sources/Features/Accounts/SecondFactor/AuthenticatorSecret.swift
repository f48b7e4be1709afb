import COpenSSL
import Kernel

/// What an authenticator app and this server share, and make the same codes of.
///
/// - Source: RFC 6238, with SHA-1, 30 seconds and six digits: what every app knows.
struct AuthenticatorSecret: Equatable, Sendable {
    /// As many as RFC 4226 §4 recommends.
    private static let byteCount = 20

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A new one.
    init(in transaction: Transaction) {
        bytes = transaction.randomBytes(Self.byteCount)
    }

    /// As an app takes it that is typed into.
    var text: String { Base32.text(bytes) }

    /// As an app takes it that reads QR codes. A username has no character that means something
    /// in a URI.
    func uri(of username: String) -> String {
        "otpauth://totp/Upfor:\(username)?secret=\(text)&issuer=Upfor"
    }

    /// What an authenticator shows at a step.
    ///
    /// - Source: RFC 4226 §5.3.
    func code(at step: TimeStep) -> OneTimeCode {
        let counter = withUnsafeBytes(of: step.number.bigEndian) { Array($0) }
        var hash = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        let made = HMAC(
            EVP_sha1(), bytes, Int32(bytes.count), counter, counter.count, &hash, &count)
        precondition(made != nil && count == 20, "OpenSSL has no HMAC-SHA-1")
        let offset = Int(hash[19] & 15)
        let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return OneTimeCode(number: number & 0x7fff_ffff)
    }

    /// The step that a code belongs to, of those that are taken at a moment; nil: none.
    ///
    /// - Parameter spent: the last one that was used: its code, and older ones, are good no more.
    func step(of code: OneTimeCode, at moment: Moment, after spent: TimeStep) -> TimeStep? {
        TimeStep.taken(at: moment).filter { $0 > spent && self.code(at: $0) == code }.max()
    }
}

/// Bytes as authenticator apps take them: base32 without padding.
///
/// - Source: RFC 4648 §6.
enum Base32 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Eight characters for five bytes.
    static func text(_ bytes: [UInt8]) -> String {
        var characters: [UInt8] = []
        var (buffer, bits): (UInt16, Int) = (0, 0)
        for byte in bytes {
            // At most four bits wait: twelve are not too many.
            buffer = buffer << 8 | UInt16(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                characters.append(letters[Int(buffer >> UInt16(bits) & 31)])
            }
            buffer &= 1 << UInt16(bits) - 1
        }
        if bits > 0 { characters.append(letters[Int(buffer << UInt16(5 - bits) & 31)]) }
        return String(decoding: characters, as: UTF8.self)
    }
}
