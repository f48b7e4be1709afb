import Foundation

/// A word as it is looked for: in small letters, with plain apostrophes and hyphens, without spaces
/// around it or more than one within, and without what is not seen.
///
/// - Source: Unicode's General_Category Pd and Zs; UAX #15 of forms.
public struct WordKey: Equatable, Sendable {
    /// Most bytes: the longest of WordNet has 71.
    static let bytesMax = 128
    /// In normalization form C.
    public let text: String

    /// - Returns: nil for what can be no word.
    public init?(_ typed: String) {
        guard typed.utf8.count <= Self.bytesMax, !typed.utf8.contains(0) else { return nil }
        let isPlain = typed.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "`") }
        let written = isPlain ? typed : Self.written(typed)
        text = written.lowercased().split { $0 == " " || $0 == "_" || $0 == "\t" }
            .joined(separator: " ")
        guard !text.isEmpty else { return nil }
    }

    private init(plain text: String) { self.text = text }

    /// The same without accents, and with letters of ASCII in place of those that have them within
    /// ("naïve", "cœur"); nil: it is none.
    public var withoutAccents: WordKey? {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        var plain = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
        where !("\u{300}"..."\u{36F}").contains(scalar) {
            plain.append(contentsOf: (Self.letters[scalar] ?? String(scalar)).unicodeScalars)
        }
        let key = WordKey(plain: String(plain).precomposedStringWithCanonicalMapping)
        return key == self ? nil : key
    }

    /// Whether a person who has typed one of them may mean the other.
    public static func isSame(_ typed: String, _ word: String) -> Bool {
        guard let (typed, word) = WordKey(typed).flatMap({ key in WordKey(word).map { (key, $0) } })
        else { return false }
        return typed == word || typed.withoutAccents == word
    }

    /// Letters that Unicode does not take apart.
    private static let letters: [Unicode.Scalar: String] = [
        "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ß": "ss", "ﬀ": "ff", "ﬁ": "fi",
        "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl",
    ]

    /// With the apostrophe, the hyphen and the space of ASCII for those of keyboards.
    private static func written(_ typed: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in typed.precomposedStringWithCanonicalMapping.unicodeScalars {
            switch (scalar.properties.generalCategory, scalar) {
            case (_, _) where scalar.properties.isDefaultIgnorableCodePoint: break
            case (.dashPunctuation, _), (_, "\u{2212}"), (_, "\u{2043}"): scalars.append("-")
            case (.spaceSeparator, _): scalars.append(" ")
            case (_, _) where apostrophes.contains(scalar): scalars.append("'")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// What keyboards and word processors write for it.
    private static let apostrophes: Set<Unicode.Scalar> = [
        "\u{2018}", "\u{2019}", "\u{201B}", "\u{2032}", "\u{2BC}", "\u{2BB}", "\u{2B9}", "\u{FF07}",
        "\u{B4}", "`",
        "\u{2035}", "\u{2C8}", "\u{A78C}",
    ]
}
