/// Text that a peer may have had a hand in, made safe to write.
enum EventText {
    /// When a text stands in quotes.
    enum Quotes {
        case always
        /// For people: only when it is empty or holds a space, a quote or an escape.
        case whereNeeded
    }

    /// Appends `text`, escaped, and cut with an ellipsis where it would grow over `limit` bytes.
    ///
    /// Besides what JSON asks for, everything is escaped that could move a terminal's cursor or
    /// turn its text around: a log is read with `tail`.
    ///
    /// - Source: RFC 8259 §7
    static func append(
        _ text: String, _ quotes: Quotes, limit: Int, to output: inout [UInt8]
    ) {
        let quote =
            quotes == .always || text.isEmpty || text.contains { $0 == " " || needsQuote($0) }
        if quote { output.append(UInt8(ascii: "\"")) }
        let start = output.count
        for scalar in text.unicodeScalars {
            let end = output.count
            append(scalar, to: &output)
            guard output.count - start <= limit - 3 else {
                output.removeSubrange(end...)
                output.append(contentsOf: "…".utf8)
                break
            }
        }
        if quote { output.append(UInt8(ascii: "\"")) }
    }

    private static func needsQuote(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || isUnsafe($0) }
    }

    private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        if scalar == "\"" || scalar == "\\" {
            output.append(contentsOf: [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)])
        } else if isUnsafe(scalar) {
            let digits = String(scalar.value, radix: 16)
            let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
            output.append(contentsOf: "\\u\(zeros)\(digits)".utf8)
        } else {
            output.append(contentsOf: String(scalar).utf8)
        }
    }

    /// Controls, line and paragraph separators, marks of direction. None is over four digits.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0xFEFF:
            true
        default: false
        }
    }
}
