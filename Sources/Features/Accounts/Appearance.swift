/// What a reader sees of one character of a text.
enum Appearance {
    /// Something, in a place of its own.
    case seen
    /// Room.
    case blank
    /// The line ends, or goes on at a tab.
    case line
    /// Nothing, or a mark on what is before it: accents, joiners, emoji's selectors.
    case trail
    /// Nothing, but it has a direction, as a letter has: text that is pasted brings it along.
    ///
    /// - Source: UAX #9 §2.6
    case implicitMark
    /// It is no text, or changes how the text around it is read.
    case forbidden

    /// What Unicode says of `scalar`; most need no look into its tables, which takes 50 ns.
    init(of scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x09, 0x0A: self = .line
        case 0..<0x20, 0x7F..<0xA0: self = .forbidden
        case 0x20, 0xA0: self = .blank
        case 0x21..<0xAD, 0xAE..<0x300, 0x3400..<0xA000, 0xAC00...0xD7A3: self = .seen
        case 0x061C, 0x200E, 0x200F: self = .implicitMark
        // Other ends of lines; what sets the direction, old and new; annotations; tags.
        case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            self = .forbidden
        // A Braille cell without dots is a sign like others to Unicode, and a blank to the eye.
        case 0x2800: self = .blank
        default: self.init(classifying: scalar.properties)
        }
    }

    private init(classifying properties: Unicode.Scalar.Properties) {
        if properties.isDefaultIgnorableCodePoint {
            self = .trail
        } else if properties.isWhitespace {
            self = .blank
        } else {
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark: self = .trail
            default: self = .seen
            }
        }
    }
}

/// The flags of England, Scotland and Wales: a black flag, and the region's name in tags, which
/// stand nowhere else. With other names they would be a place to hide something.
///
/// - Source: UTS #51, RGI_Emoji_Tag_Sequence.
enum RegionFlag {
    static let base: Unicode.Scalar = "\u{1F3F4}"
    private static let tags: [[Unicode.Scalar]] = [
        ["\u{E0067}", "\u{E0062}", "\u{E0065}", "\u{E006E}", "\u{E0067}", "\u{E007F}"],
        ["\u{E0067}", "\u{E0062}", "\u{E0073}", "\u{E0063}", "\u{E0074}", "\u{E007F}"],
        ["\u{E0067}", "\u{E0062}", "\u{E0077}", "\u{E006C}", "\u{E0073}", "\u{E007F}"],
    ]

    /// Takes a region's tags from the front of `rest`, if it begins with them.
    static func skipTags(in rest: inout Substring.UnicodeScalarView) {
        if let region = tags.first(where: { rest.starts(with: $0) }) {
            rest.removeFirst(region.count)
        }
    }
}
