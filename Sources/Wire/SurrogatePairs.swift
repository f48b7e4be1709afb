/// Pairs of `\u` escapes in JSON that stand for one character, written out.
///
/// swift-protobuf (1.39) joins the halves with `|` where `+` is meant: of every two planes beyond
/// the first, one comes out as the other, and nobody is told.
///
/// - Source: RFC 8259 §7
package enum SurrogatePairs {
    /// JSON without such pairs; everything else is left as it is, also what is wrong.
    ///
    /// - Parameter others: whether other characters beyond ASCII are written out, too.
    package static func writtenOut(
        in json: UnsafeRawBufferPointer, others: Bool = false
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(json.count)
        // What lies before `copied` has been taken over.
        var (copied, offset) = (0, 0)
        while offset < json.count {
            guard json[offset] == escape else {
                offset += 1
                continue
            }
            let pair = pair(in: json, at: offset)
            if let scalar = pair ?? (others ? single(in: json, at: offset) : nil) {
                output += json[copied..<offset]
                output += Array(String(scalar).utf8)
                offset += pair == nil ? unitCount : 2 * unitCount
                copied = offset
            } else {
                // What follows a backslash belongs to it, also another backslash.
                offset = min(offset + 2, json.count)
            }
        }
        output += json[copied...]
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

    private static func single(
        in json: UnsafeRawBufferPointer, at offset: Int
    ) -> UnicodeScalar? {
        guard let unit = unit(in: json, at: offset), unit >= 0x80 else { return nil }
        return UnicodeScalar(unit)
    }

    /// The number in `\uXXXX`.
    private static func unit(in json: UnsafeRawBufferPointer, at offset: Int) -> UInt32? {
        guard offset + unitCount <= json.count, json[offset] == escape,
            json[offset + 1] == UInt8(ascii: "u")
        else { return nil }
        var number: UInt32 = 0
        for byte in json[offset + 2..<offset + unitCount] {
            guard let digit = value(ofDigit: byte) else { return nil }
            number = number << 4 | UInt32(digit)
        }
        return number
    }

    private static func value(ofDigit byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
