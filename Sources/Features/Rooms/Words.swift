/// The words of a text, as they are looked for: in lower case, and without their accents.
///
/// A word is a run of letters, digits and marks; of languages that put no blanks between words it
/// is a whole phrase, which is found by its beginning.
struct Words: Equatable, Sendable {
    /// In the order of the text.
    let list: [String]

    init(_ text: String) {
        var list: [String] = []
        var word: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard !Self.append(scalar, to: &word), !word.isEmpty else { continue }
            list.append(String(decoding: word, as: UTF8.self))
            word.removeAll(keepingCapacity: true)
        }
        if !word.isEmpty { list.append(String(decoding: word, as: UTF8.self)) }
        self.list = list
    }

    /// Whether all of these words are in a text; the last may be the beginning of one.
    func occur(in text: Words) -> Bool {
        guard let last = list.last else { return false }
        return list.dropLast().allSatisfy(text.list.contains)
            && text.list.contains { $0.hasPrefix(last) }
    }

    /// Adds a letter, a digit or a mark as it is looked for; an accent adds nothing.
    ///
    /// - Parameter word: in UTF-8.
    /// - Returns: false, with nothing added, for what stands between words.
    private static func append(_ scalar: Unicode.Scalar, to word: inout [UInt8]) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9": word.append(UInt8(ascii: scalar))
        case "A"..."Z": word.append(UInt8(ascii: scalar) | 0x20)
        case _ where scalar.isASCII: return false
        case accents: break
        default:
            guard isPartOfWord(scalar) else { return false }
            for lower in scalar.properties.lowercaseMapping.unicodeScalars
            where !accents.contains(lower) {
                word.append(contentsOf: (plain[lower] ?? lower).utf8)
            }
        }
        return true
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }

    /// Marks that letters of Latin, Greek and Cyrillic have.
    private static let accents: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"

    /// Letters that have their accents within them, and what they are without.
    ///
    /// Which those are, Unicode knows: a letter followed by an accent is the same text as the one
    /// that has it within it. Two rounds, for Vietnamese: "ế" is "ê" with one more.
    private static let plain: [Unicode.Scalar: Unicode.Scalar] = {
        let ranges: [ClosedRange<UInt32>] = [0xDF...0x24F, 0x390...0x45F, 0x1E00...0x1FFF]
        let composed = ranges.joined().compactMap(Unicode.Scalar.init)
        // Some stand twice in Unicode: ά with tonos, ά with oxia.
        let byText = Dictionary(grouping: composed) { Character($0) }
        let letters: [ClosedRange<UInt32>] = [0x61...0x7A, 0x3B1...0x3C9, 0x430...0x44F]
        var plain: [Unicode.Scalar: Unicode.Scalar] = [:]
        var bases = letters.joined().compactMap(Unicode.Scalar.init).map { ($0, $0) }
        for _ in 1...2 {
            var found: [(Unicode.Scalar, Unicode.Scalar)] = []
            for (base, letter) in bases {
                for accent in (0x300...0x345).compactMap(Unicode.Scalar.init) {
                    let text = String(base) + String(accent)
                    guard text.count == 1 else { continue }
                    for scalar in byText[Character(text)] ?? [] {
                        plain[scalar] = letter
                        found.append((scalar, letter))
                    }
                }
            }
            bases = found
        }
        return plain
    }()
}
