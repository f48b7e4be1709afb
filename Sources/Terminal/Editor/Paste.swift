/// A paste as it comes in: text on one line, whatever was copied.
///
/// A terminal that was asked to says where a paste begins and where it ends. Nothing in between is
/// a key: a line that was copied by accident must not remove a friend. Line breaks become blanks,
/// and the whole is sent, or done, when Enter is pressed behind it. Its end may never come: ^C ends
/// it, too.
///
/// - Source: XTerm Control Sequences, "Bracketed Paste Mode".
struct Paste {
    /// Asks the terminal to mark what is pasted.
    static let marked = "\u{1B}[?2004h"
    /// Asks it no longer to.
    static let unmarked = "\u{1B}[?2004l"
    /// What stands before a paste, and behind it; each follows an ESC.
    static let (begin, end) = (Array("[200~".utf8), Array("[201~".utf8))

    /// What is to be seen of a character.
    enum Look: Equatable, Sendable {
        case nothing
        /// As it is, or as another.
        case this(Unicode.Scalar)
        /// A blank first: lines have ended since the last character.
        case blankBefore
    }

    private enum Lines: Equatable {
        case none
        case begun
        case ended
    }

    /// Lines that end before anything, and behind everything, leave no blank.
    private var lines = Lines.none

    /// - Returns: what is to be seen of `scalar`; for `.blankBefore` it is asked for again.
    mutating func look(of scalar: Unicode.Scalar) -> Look {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029:
            if lines == .begun { lines = .ended }
            return .nothing
        case 0x09: return look(of: " ")
        case _ where scalar.properties.generalCategory == .control: return .nothing
        default:
            defer { lines = .begun }
            return lines == .ended ? .blankBefore : .this(scalar)
        }
    }
}
