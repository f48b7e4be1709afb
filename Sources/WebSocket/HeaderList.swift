/// The elements of a comma-separated header, from all fields of its name in their order.
///
/// - Source: RFC 9110 §5.3, §5.6.1: empty elements count for nothing.
struct HeaderList {
    let elements: [Substring]

    init(_ values: [String]) {
        elements = values.flatMap { $0.split(separator: ",").map(Self.trimmed) }
            .filter { !$0.isEmpty }
    }

    /// Whether `token` is among the elements, in upper or lower case.
    func contains(_ token: String) -> Bool {
        elements.contains { Self.isSame($0, token) }
    }

    /// Whether `token`, in upper or lower case, is the only element.
    func isOnly(_ token: String) -> Bool {
        elements.count == 1 && contains(token)
    }

    /// Whether `text` may name something in HTTP.
    ///
    /// - Source: RFC 9110 §5.6.2.
    static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }

    /// Whether `byte` may be part of a token.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Case is that of ASCII alone: Unicode would let the Kelvin sign pass for a k.
    private static func isSame(_ text: Substring, _ token: String) -> Bool {
        text.utf8.lazy.map(lowercased).elementsEqual(token.utf8.lazy.map(lowercased))
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: byte
        }
    }

    /// - Source: RFC 9110 §5.6.3: spaces and tabs around an element are not part of it.
    private static func trimmed(_ text: Substring) -> Substring {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let front = text.drop(while: isSpace)
        guard let last = front.lastIndex(where: { !isSpace($0) }) else {
            return front[..<front.startIndex]
        }
        return front[...last]
    }
}
