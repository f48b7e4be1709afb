/// What somebody else wrote, made harmless for a terminal.
///
/// A message may hold bytes that move the cursor, change colours, retitle the window, answer to
/// the shell, or turn the direction of reading so that a line looks as if another person had
/// written it. What is left here only shows letters: one line of them, or several that cannot be
/// taken for lines of ours. A line with letters that are read from right to left is isolated, so
/// that it leaves the order of what stands around it alone.
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
