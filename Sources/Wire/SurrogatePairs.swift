/// Pairs of `\u` escapes in JSON that stand for one character, written out.
///
/// swift-protobuf (1.39) joins the halves with `|` where `+` is meant: of every two planes beyond
/// the first, one comes out as the other, and nobody is told.
///
/// - Source: RFC 8259 §7
package enum SurrogatePairs {
    /// JSON without such pairs; everything else is left as it is, also what is wrong.
    package static func writtenOut(in json: UnsafeRawBufferPointer) -> [UInt8] {
        guard json.contains(escape) else { return [UInt8](json) }
        var output: [UInt8] = []
        output.reserveCapacity(json.count)
        var offset = 0
        while offset < json.count {
            if let scalar = pair(in: json, at: offset) {
                output += Array(String(scalar).utf8)
                offset += 2 * unitCount
            } else {
                // What follows a backslash belongs to it, also another backslash.
                let count = json[offset] == escape ? min(2, json.count - offset) : 1
                output += json[offset..<offset + count]
                offset += count
            }
        }
        return output
    }

    private static let escape = UInt8(ascii: "\\")
    /// Bytes of one escape.
    private static let unitCount = 6

    private static func pair(
        in json: UnsafeRawBufferPointer, at offset: Int
    ) -> UnicodeScalar? {
        guard let high = unit(in: json, at: offset), 0xD800..<0xDC00 ~= high,
            let low = unit(in: json, at: offset + unitCount), 0xDC00..<0xE000 ~= low
        else { return nil }
        return UnicodeScalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    /// The number in `\uXXXX`.
    private static func unit(in json: UnsafeRawBufferPointer, at offset: Int) -> UInt32? {
        guard offset + unitCount <= json.count, json[offset] == escape,
            json[offset + 1] == UInt8(ascii: "u")
        else { return nil }
        var number: UInt32 = 0
        for byte in json[offset + 2..<offset + unitCount] {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
            number = number << 4 | UInt32(digit)
        }
        return number
    }
}
