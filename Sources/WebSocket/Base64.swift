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
