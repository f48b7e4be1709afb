public import HTTPTypes

extension HTTPRequest {
    /// Whether each segment of the path stands for a text.
    public var hasPlainPath: Bool {
        let path = (path ?? "/").utf8.prefix { $0 != UInt8(ascii: "?") }
        return path.split(separator: UInt8(ascii: "/")).allSatisfy {
            PathSegment.decoded($0) != nil
        }
    }
}

/// One segment of a path.
enum PathSegment {
    /// The text that the bytes stand for.
    ///
    /// - Returns: nil for a broken escape, a control character, what is no UTF-8, and what stands
    ///   for a folder or the one above it, in whatever way it is written: `..`, `%2e%2e%2f`.
    /// - Source: RFC 3986 §2.1, §3.3, §5.2.4.
    static func decoded(_ bytes: Substring.UTF8View) -> String? {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                plain.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(value),
                let low = rest.popFirst().flatMap(value)
            else { return nil }
            plain.append(high << 4 | low)
        }
        guard plain.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        // A browser takes a backslash for a slash. URL Standard §4.4
        let words = plain.split { "/\\".utf8.contains($0) }
        guard !words.contains(where: { $0.count < 3 && $0.allSatisfy { $0 == UInt8(ascii: ".") } })
        else { return nil }
        return String(validating: plain, as: UTF8.self)
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
