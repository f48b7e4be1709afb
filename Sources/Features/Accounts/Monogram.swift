/// The picture of a user without one: the first letter of the name, on one of sixteen colours.
///
/// It is not stored: its name contains all that it is made of.
public struct Monogram: Equatable, Sendable {
    private let letter: Unicode.Scalar
    private let colour: Int

    /// White on each of them can be read: contrast 4.5 and more.
    ///
    /// - Source: WCAG 2.2 §1.4.3.
    private static let colours = [
        "#b91c1c", "#c2410c", "#b45309", "#a16207", "#4d7c0f", "#15803d", "#047857", "#0f766e",
        "#0e7490", "#0369a1", "#1d4ed8", "#4338ca", "#6d28d9", "#7e22ce", "#a21caf", "#be185d",
    ]
    private static let unknown: Unicode.Scalar = "?"

    /// - Parameters:
    ///   - displayName: its first letter or digit is shown, or that of the username.
    ///   - username: gives the colour, which stays when the name is changed.
    public init(of displayName: String, username: String) {
        let shown =
            displayName.unicodeScalars.first(where: Self.isShown)
            ?? username.unicodeScalars.first(where: Self.isShown)
        letter = shown.map(Self.capital) ?? Self.unknown
        // FNV-1a: the same for ever, on every machine.
        let hash = username.utf8.reduce(UInt32(2_166_136_261)) {
            ($0 ^ UInt32($1)) &* 16_777_619
        }
        colour = Int((hash ^ hash >> 16) & 15)
    }

    /// - Returns: nil when no monogram is called so.
    public init?(fileName: some StringProtocol) {
        let bytes = Array(fileName.utf8)
        guard fileName.hasSuffix(".svg"), bytes.count <= 12 else { return nil }
        let digits = bytes.dropLast(4)
        guard digits.count >= 3,
            digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            let letter = Unicode.Scalar(number >> 4),
            letter == Self.unknown || Self.isShown(letter)
        else { return nil }
        (self.letter, colour) = (letter, Int(number & 15))
        // One name for one picture.
        guard self.fileName == fileName else { return nil }
    }

    /// The letter's number and the colour's, "411.svg".
    public var fileName: String {
        String(letter.value << 4 | UInt32(colour), radix: 16) + ".svg"
    }

    /// The picture. A letter, digit or question mark is text in XML as it stands.
    public var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">\
        <rect width="512" height="512" fill="\(Self.colours[colour])"/>\
        <text x="256" y="256" dy=".36em" text-anchor="middle" font-family="sans-serif" \
        font-size="256" fill="#ffffff">\(String(Character(letter)))</text></svg>

        """
    }

    // Each friend in a list has one: Unicode's tables are not asked for ASCII.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "A"..."Z", "a"..."z", "0"..."9": return true
        case _ where scalar.isASCII: return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber:
            return true
        default: return false
        }
    }

    /// Some have no capital that is one letter: ß.
    private static func capital(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if case "a"..."z" = scalar { return Unicode.Scalar(UInt8(ascii: scalar) & 0xDF) }
        if scalar.isASCII { return scalar }
        let capital = scalar.properties.uppercaseMapping.unicodeScalars
        guard capital.count == 1, let first = capital.first, isShown(first) else { return scalar }
        return first
    }
}
