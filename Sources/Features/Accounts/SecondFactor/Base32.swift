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
