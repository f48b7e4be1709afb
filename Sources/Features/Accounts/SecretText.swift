import CSodium

/// Random bits that open something, as text. The store has only their hash.
public struct SecretText: Sendable {
    /// URL-safe base64: 43 characters of 32 bytes, 22 of 16.
    public let text: String

    /// - Parameter randomBytes: at least 16. The text never begins with "-", which a command of a
    ///   shell would take for an option.
    public init(randomBytes: [UInt8]) {
        let text = Base64URL.text(randomBytes)
        self.text = text.hasPrefix("-") ? "A" + text.dropFirst() : text
    }

    /// What a client presents; of any form.
    public init(presented text: String) {
        self.text = text
    }

    /// SHA-256: the secret is random, so a fast hash is enough.
    public var hash: [UInt8] {
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        let bytes = Array(text.utf8)
        crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
        return hash
    }
}

/// Bytes as URL-safe base64 without padding.
///
/// - Source: RFC 4648 §5.
enum Base64URL {
    private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING

    static func text(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// - Returns: nil for what is not written so, to the last bit.
    static func bytes(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: text.utf8.count)
        var count = 0
        let code = sodium_base642bin(
            &bytes, bytes.count, text, text.utf8.count, nil, &count, nil, variant)
        return code == 0 ? Array(bytes.prefix(count)) : nil
    }
}
