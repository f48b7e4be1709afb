/// A text of another user, made harmless for a terminal.
///
/// A message may hold bytes that move the cursor, change colours, retitle the window, reply to the
/// shell, or reverse the reading direction so that a line seems to be another person's. The result
/// only shows letters: one line of them, or several that cannot be mistaken for lines of ours. A
/// line with right-to-left letters is isolated, so that it does not reorder the text around it.
///
/// - Source: ECMA-48 for escape sequences; Unicode UAX #9 for the bidirectional controls, UAX #31
///   and UTS #51 for where joiners have a meaning.
struct SafeText: Equatable, Sendable {
    /// Most combining marks kept on one letter: scripts need three, jokes stack dozens.
    static let marksMax = 4

    /// FIRST STRONG ISOLATE.
    static let isolateStart: Unicode.Scalar = "\u{2068}"
    /// POP DIRECTIONAL ISOLATE.
    static let isolateEnd: Unicode.Scalar = "\u{2069}"

    /// One line of printable text.
    let line: String

    /// Makes one line: line breaks and tabs become single spaces.
    init(_ raw: String) {
        line = Self.isolated(Self.cleaned(Self.scalarsOutsideSequences(raw)[...]))
    }

    /// The lines of a longer text, each harmless; the first is on the sender's line.
    ///
    /// - Returns: one line or more.
    static func lines(_ raw: String) -> [String] {
        scalarsOutsideSequences(raw)
            .split(omittingEmptySubsequences: false) { isLineBreak($0) }
            .map { line in
                let text = cleaned(line)
                return isolated(text.hasSuffix(" ") ? String(text.dropLast()) : text)
            }
    }

    /// Only where it is needed: other texts keep their bytes.
    ///
    /// - Source: UAX #9 §2.7, §3.1.2: FSI takes the direction from the first letter, PDI ends it.
    private static func isolated(_ text: String) -> String {
        text.unicodeScalars.contains(where: ScalarKind.isRightToLeft)
            ? "\(isolateStart)\(text)\(isolateEnd)" : text
    }

    private static func cleaned(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        var marks = 0
        for (index, scalar) in zip(scalars.indices, scalars) {
            let next = scalars.dropFirst(index - scalars.startIndex + 1).first
            switch ScalarKind(scalar) {
            case .space:
                if text.last != " " { text.append(" ") }
                marks = 0
            case .visible:
                text.append(scalar)
                marks = 0
            case .mark:
                marks += 1
                if marks <= marksMax { text.append(scalar) }
            case .joiner:
                if let last = text.last, ScalarKind.joins(last, next) { text.append(scalar) }
            case .hidden: break
            case .unknown:
                text.append("\u{FFFD}")
                marks = 0
            }
        }
        return String(text)
    }

    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

extension SafeText {
    /// The text without terminal control sequences, each taken out as a whole: removing only the
    /// escape would leave its parameters lying about as letters.
    ///
    /// - Source: ECMA-48 §5.3, §5.4 (control sequences), §5.6 (control strings).
    static func scalarsOutsideSequences(_ raw: String) -> [Unicode.Scalar] {
        let scalars = Array(raw.unicodeScalars)
        var kept: [Unicode.Scalar] = []
        var rest = scalars[...]
        while let scalar = rest.popFirst() {
            if let introducer = introducer(scalar, &rest) {
                skipSequence(introducer, &rest)
            } else {
                kept.append(scalar)
            }
        }
        return kept
    }

    private enum Introducer {
        case controlSequence
        case controlString
        case other
    }

    /// Whether `scalar` starts a sequence, in its 7-bit form (ESC and a letter) or its 8-bit one.
    private static func introducer(
        _ scalar: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>
    ) -> Introducer? {
        switch scalar.value {
        case 0x9B: return .controlSequence
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F: return .controlString
        case 0x1B: break
        default: return nil
        }
        switch rest.first {
        case "[":
            rest.removeFirst()
            return .controlSequence
        case "]", "P", "X", "^", "_":
            rest.removeFirst()
            return .controlString
        default: return .other
        }
    }

    private static func skipSequence(
        _ introducer: Introducer, _ rest: inout ArraySlice<Unicode.Scalar>
    ) {
        switch introducer {
        case .controlSequence:
            rest = rest.drop { (0x20...0x3F).contains($0.value) }
            if let final = rest.first, (0x40...0x7E).contains(final.value) { rest.removeFirst() }
        case .controlString:
            guard let end = endOfControlString(rest) else { return }
            rest = rest[end...]
        case .other:
            rest = rest.drop { (0x20...0x2F).contains($0.value) }
            if let final = rest.first, (0x30...0x7E).contains(final.value) { rest.removeFirst() }
        }
    }

    /// The index behind BEL or ST. Nil without one: then the rest is text, and is shown.
    private static func endOfControlString(_ rest: ArraySlice<Unicode.Scalar>) -> Int? {
        for index in rest.indices {
            switch rest[index].value {
            case 0x07, 0x9C: return index + 1
            case 0x1B where index + 1 < rest.endIndex && rest[index + 1] == "\\": return index + 2
            default: continue
            }
        }
        return nil
    }
}

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

/// A room of two is named by both: `ana:ben`.
enum RoomName {
    /// The other person in a room of `me`.
    static func other(in room: String, than me: String) -> String {
        let names = room.split(separator: ":", maxSplits: 1).map(String.init)
        return names.first { $0 != me } ?? room
    }
}
