/// What one Unicode scalar does on a terminal.
enum ScalarKind: Equatable, Sendable {
    /// It is seen, and takes the room it shows.
    case visible
    /// Any white space, line breaks among them.
    case space
    /// It is drawn on the letter before.
    case mark
    /// A zero-width joiner or non-joiner: part of some emoji and scripts, a disguise elsewhere.
    case joiner
    /// It steers and shows nothing: controls, direction, invisible letters.
    case hidden
    /// No character at all.
    case unknown

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x20...0x7E: self = .visible
        case 0x200C, 0x200D: self = .joiner
        case 0xFE00...0xFE0F: self = .mark
        case let value where Self.isBlankLetter(value): self = .hidden
        default: self = Self(scalar.properties.generalCategory)
        }
        if scalar == " " || (self == .hidden && Self.isControlSpace(scalar)) { self = .space }
    }

    private init(_ category: Unicode.GeneralCategory) {
        switch category {
        case .control, .format: self = .hidden
        case .lineSeparator, .paragraphSeparator, .spaceSeparator: self = .space
        case .nonspacingMark, .enclosingMark: self = .mark
        case .unassigned, .surrogate: self = .unknown
        default: self = .visible
        }
    }

    /// Letters and marks that show nothing, good only for hiding or for an empty name: combining
    /// grapheme joiner, Hangul and Khmer fillers, the variation selectors' supplement.
    private static func isBlankLetter(_ value: UInt32) -> Bool {
        switch value {
        case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0,
            0xE0100...0xE01EF:
            true
        default: false
        }
    }

    private static func isControlSpace(_ scalar: Unicode.Scalar) -> Bool {
        (0x09...0x0D).contains(scalar.value) || scalar.value == 0x85
    }

    /// Whether a joiner means something between `before` and `after`: it ties emoji together, and
    /// the scripts from Arabic to the Indic ones are spelled with it.
    static func joins(_ before: Unicode.Scalar, _ after: Unicode.Scalar?) -> Bool {
        guard let after else { return false }
        if isEmojiEnd(before) && after.properties.isEmoji && after.value > 0x7F { return true }
        let joining: ClosedRange<UInt32> = 0x0600...0x0DFF
        return joining.contains(before.value) && joining.contains(after.value)
    }

    /// Whether it stands in a block of letters that are read from right to left.
    ///
    /// - Source: Unicode's DerivedBidiClass.txt: where R and AL are what is not assigned yet, too.
    static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF,
            0x1E800...0x1EFFF:
            true
        default: false
        }
    }

    private static func isEmojiEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0xFE0F || (scalar.properties.isEmoji && scalar.value > 0x7F)
    }
}
