import CSodium

/// URL-safe base64 without padding, as the web writes keys.
///
/// - Source: RFC 4648 §5.
public enum Base64URL {
    private static let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING

    /// The text of some bytes.
    public static func text(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The bytes of a text, with padding or without; nil when it is no such text.
    public static func bytes(_ text: String) -> [UInt8]? {
        var characters = Array(text.utf8)
        for _ in 0..<2 where characters.last == UInt8(ascii: "=") { characters.removeLast() }
        var bytes = [UInt8](repeating: 0, count: characters.count)
        var count = 0
        var end: UnsafePointer<CChar>?
        let isWhole = characters.withUnsafeBufferPointer { characters in
            characters.withMemoryRebound(to: CChar.self) { characters in
                sodium_base642bin(
                    &bytes, bytes.count, characters.baseAddress, characters.count, nil, &count,
                    &end, variant) == 0
                    && end == characters.baseAddress.map { $0 + characters.count }
            }
        }
        return isWhole || characters.isEmpty ? Array(bytes[..<count]) : nil
    }
}
