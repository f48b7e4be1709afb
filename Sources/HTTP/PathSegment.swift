public import HTTPTypes

extension HTTPRequest {
    /// Whether each segment of the path stands for a text, and none for the folder above.
    ///
    /// - Source: RFC 3986 §3.3, §5.2.4
    public var hasPlainPath: Bool {
        let path = (path ?? "/").utf8.prefix { $0 != UInt8(ascii: "?") }
        return path.split(separator: UInt8(ascii: "/")).allSatisfy { bytes in
            guard let segment = PathSegment.decoded(bytes) else { return false }
            return segment != "." && segment != ".."
        }
    }
}

/// One segment of a path.
enum PathSegment {
    /// The text that the bytes stand for.
    ///
    /// - Returns: nil for a broken escape, a control character, or what is no UTF-8.
    /// - Source: RFC 3986 §2.1, §3.3.
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
