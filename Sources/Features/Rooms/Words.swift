import Foundation
import Wire

/// The words of a text, as they are looked for: in lower case, and without their accents.
///
/// A word is a run of letters, digits and marks; of languages that put no blanks between words it
/// is a whole phrase, which is found by its beginning. Texts that are canonically equivalent have
/// the same words, and what is not seen in a text is in none. Source: UAX #15; UAX #44, of
/// Default_Ignorable_Code_Point.
struct Words: Equatable, Sendable {
    /// In the order of the text, in normalization form D: a syllable of Hangul is its letters.
    let list: [String]

    init(_ text: String) {
        let folded = text.utf8.allSatisfy { $0 < 0x80 } ? text : Self.folded(text)
        var list: [String] = []
        var word: [UInt8] = []
        for scalar in folded.unicodeScalars {
            guard !Self.append(scalar, to: &word), !word.isEmpty else { continue }
            list.append(String(decoding: word, as: UTF8.self))
            word.removeAll(keepingCapacity: true)
        }
        if !word.isEmpty { list.append(String(decoding: word, as: UTF8.self)) }
        self.list = list
    }

    /// What a message is found by: the words of its text and of its poll, and those of the names of
    /// its files.
    init(of message: RoomMessage) {
        let names = message.attachments.map(\.name)
        self.init(([message.wholeText] + names).joined(separator: "\n"))
    }

    /// Whether all of these words are in a text; the last may be the beginning of one. None are in
    /// any text.
    ///
    /// Letters are compared one by one: what begins a word may end within what is seen as one
    /// character, as it may in an index.
    func occur(in text: Words) -> Bool {
        guard let last = list.last else { return true }
        return list.dropLast().allSatisfy { word in
            text.list.contains { $0.utf8.elementsEqual(word.utf8) }
        } && text.list.contains { $0.utf8.starts(with: last.utf8) }
    }

    /// Adds a letter, a digit or a mark as it is looked for.
    ///
    /// - Parameter word: in UTF-8.
    /// - Returns: false, with nothing added, for what stands between words.
    private static func append(_ scalar: Unicode.Scalar, to word: inout [UInt8]) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9": word.append(UInt8(ascii: scalar))
        case "A"..."Z": word.append(UInt8(ascii: scalar) | 0x20)
        case _ where scalar.isASCII: return false
        default:
            guard isPartOfWord(scalar) else { return false }
            word.append(contentsOf: scalar.utf8)
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

    /// A text in one case and one form, without accents and without what is not seen.
    ///
    /// 4,000 accented letters take 0.44 ms of the writer; by appending scalars they took 1.35 ms.
    private static func folded(_ text: String) -> String {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
        where !accents.contains(scalar) {
            guard !scalar.isASCII else {
                let isCapital = ("A"..."Z").contains(scalar)
                folded.append(UInt8(ascii: scalar) | (isCapital ? 0x20 : 0))
                continue
            }
            let properties = scalar.properties
            guard !properties.isDefaultIgnorableCodePoint else { continue }
            if properties.changesWhenUppercased || properties.changesWhenLowercased {
                folded.append(contentsOf: lowercase(scalar).utf8)
            } else {
                folded.append(contentsOf: scalar.utf8)
            }
        }
        return String(decoding: folded, as: UTF8.self)
    }

    /// Marks that letters of Latin, Greek and Cyrillic have.
    private static let accents: ClosedRange<Unicode.Scalar> = "\u{300}"..."\u{36F}"

    /// A letter and its capital are one: so are the two small sigmas, which have the same.
    private static func lowercase(_ scalar: Unicode.Scalar) -> String {
        let capital = scalar.properties.uppercaseMapping.unicodeScalars
        guard let first = capital.first, capital.count == 1 else {
            return scalar.properties.lowercaseMapping
        }
        return first.properties.lowercaseMapping
    }
}
