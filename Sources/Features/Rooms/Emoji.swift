import Kernel
import Wire

/// One emoji, in the one form that it is stored in.
///
/// Keyboards send an emoji with a variation selector, without, or with some of those that it should
/// have; all look alike. The form is the one that Unicode calls fully-qualified.
struct Emoji: Equatable, Sendable {
    /// The longest emoji, a kiss of two people with skin tones, takes 35 bytes. A superfluous
    /// selector after each of its ten code points takes 30.
    private static let bytesMax = 65

    let text: String

    /// One emoji of Unicode's set for general interchange, or a newer one of one code point.
    init(_ text: String, field: String) throws(Refusal) {
        guard let emoji = Emoji(text) else {
            throw Refusal(.invalidField, field: field, "expected one emoji")
        }
        self = emoji
    }

    /// nil: it is no emoji.
    init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax else { return nil }
        let scalars = text.unicodeScalars.filter { $0 != Self.variation }
        let bare = String(scalars)
        guard
            scalars.count == 1
                ? scalars.allSatisfy(Self.standsAlone)
                : emojiSequences.contains(bare[...])
        else { return nil }
        self.text = String(Self.qualified(Array(scalars)))
    }

    /// A letter of a flag does not, nor does the digit of a key.
    private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji && !scalar.isASCII && !regionLetters.contains(scalar)
    }

    /// With a selector behind each code point that would be shown as text without. Source: UTS #51,
    /// ED-18: "fully-qualified emoji"; a modifier makes a picture of what it follows (ED-13).
    private static func qualified(
        _ scalars: [Unicode.Scalar]
    ) -> String.UnicodeScalarView {
        var form = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            form.append(scalar)
            let isModified = scalars.dropFirst(index + 1).first?.properties.isEmojiModifier
            guard scalar.properties.isEmoji, !scalar.properties.isEmojiPresentation,
                isModified != true
            else { continue }
            form.append(variation)
        }
        return form
    }

    /// "As a picture, not as text."
    private static let variation: Unicode.Scalar = "\u{FE0F}"
    /// Two of them are a flag.
    private static let regionLetters: ClosedRange<Unicode.Scalar> = "\u{1F1E6}"..."\u{1F1FF}"
}
