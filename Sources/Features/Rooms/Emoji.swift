import Kernel
import Wire

/// One emoji, as people see it.
struct Emoji: Equatable, Sendable {
    /// Two who kiss, with the colours of their skin, take 35 bytes: more than any other.
    private static let bytesMax = 40

    let text: String

    /// One grapheme cluster that begins as a picture does, and holds only what emoji are made of.
    init(_ text: String, field: String) throws(Refusal) {
        guard text.utf8.count <= Self.bytesMax, text.count == 1,
            Self.isPicture(Array(text.unicodeScalars))
        else {
            throw Refusal(.invalidField, field: field, "expected one emoji")
        }
        self.text = text
    }

    private static func isPicture(_ scalars: [Unicode.Scalar]) -> Bool {
        guard let first = scalars.first, first.properties.isEmoji,
            first.properties.isEmojiPresentation || scalars.dropFirst().first == variation
        else { return false }
        guard !first.isASCII || scalars.last == key, scalars.last != joiner else { return false }
        return scalars.allSatisfy { scalar in
            scalar.properties.isEmoji || joints.contains(scalar) || tags.contains(scalar)
        }
    }

    /// "As a picture, not as text."
    private static let variation: Unicode.Scalar = "\u{FE0F}"
    /// Makes one of several.
    private static let joiner: Unicode.Scalar = "\u{200D}"
    /// The frame of a key, around a digit.
    private static let key: Unicode.Scalar = "\u{20E3}"
    private static let joints: Set<Unicode.Scalar> = [variation, joiner, key]
    /// What tells the flags of England, Scotland and Wales.
    private static let tags: ClosedRange<Unicode.Scalar> = "\u{E0020}"..."\u{E007F}"
}
