/// The octets and character classes of HTTP. Source: RFC 9110 §5.6.2, RFC 5234 appendix B.
extension UInt8 {
    static let tab = Self(ascii: "\t")
    static let lineFeed = Self(ascii: "\n")
    static let carriageReturn = Self(ascii: "\r")
    static let space = Self(ascii: " ")
    static let colon = Self(ascii: ":")

    var isDigit: Bool {
        (Self(ascii: "0")...Self(ascii: "9")).contains(self)
    }

    var isHexDigit: Bool {
        isDigit || (Self(ascii: "a")...Self(ascii: "f")).contains(self | 0x20)
    }

    var isLetter: Bool {
        (Self(ascii: "a")...Self(ascii: "z")).contains(self | 0x20)
    }

    /// The same letter of ASCII in lower case; anything else as it is.
    var smallLetter: UInt8 { isLetter ? self | 0x20 : self }

    /// VCHAR: visible, seven bits.
    var isVisible: Bool {
        (0x21...0x7E).contains(self)
    }

    /// OWS: what may stand around a field value.
    var isBlank: Bool {
        self == .space || self == .tab
    }

    /// CTL, but for the tab, which field values may hold.
    var isControl: Bool {
        (self < 0x20 && self != .tab) || self == 0x7F
    }

    /// tchar: what names and methods are made of.
    var isTokenCharacter: Bool {
        switch self {
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: isDigit || isLetter
        }
    }
}

extension ArraySlice<UInt8> {
    /// Without the blanks at both ends.
    var trimmed: Self {
        var text = drop(while: \.isBlank)
        while text.last?.isBlank == true { text.removeLast() }
        return text
    }

    /// Whether this is one or more token characters.
    var isToken: Bool {
        !isEmpty && allSatisfy(\.isTokenCharacter)
    }

    /// What comes before and after the first `separator`; `nil` without one.
    func cut(at separator: UInt8) -> (before: Self, after: Self)? {
        guard let index = firstIndex(of: separator) else { return nil }
        return (self[..<index], self[index...].dropFirst())
    }

    /// The bytes as text; broken UTF-8 becomes U+FFFD.
    var text: String {
        String(decoding: self, as: UTF8.self)
    }
}
