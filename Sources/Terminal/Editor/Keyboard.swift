import Glibc

/// What is typed, as characters: bytes of UTF-8 put together, however they come in. What is pasted
/// comes as text alone.
struct Keyboard {
    private static let (interrupt, escape): (UInt8, UInt8) = (0x03, 0x1B)

    private var bytes: [UInt8] = []
    /// What is being pasted; nil while keys are pressed.
    private var paste: Paste?

    /// Whether a paste has begun that has not ended.
    var isPasting: Bool { paste != nil }

    /// Takes what was read at once. ^C alone ends a paste, whose end may never come; what has come
    /// of it stays in the line.
    mutating func take(_ new: some Sequence<UInt8>) {
        let new = Array(new)
        guard isPasting, new == [Self.interrupt] else { return bytes += new }
        endPaste()
    }

    /// Waits no longer for the end of a paste.
    mutating func endPaste() {
        guard isPasting else { return }
        (bytes, paste) = ([], nil)
    }

    /// Whether there is nothing but an ESC, with which something longer may begin.
    var holdsEscape: Bool { !isPasting && bytes == [Self.escape] }

    /// The ESC that nothing has followed: it was a key.
    mutating func escapeAlone() -> Unicode.Scalar? {
        guard holdsEscape else { return nil }
        bytes = []
        return Unicode.Scalar(Self.escape)
    }

    /// The next whole character; nil until all its bytes are there. What is no UTF-8 comes as
    /// U+FFFD. Isolates are left out: text that was copied from a line of ours may have them, and
    /// no server takes them.
    mutating func next() -> Unicode.Scalar? {
        while true {
            switch mark {
            case .coming: return nil
            case .whole(let count, let begins):
                bytes.removeFirst(count)
                paste = begins ? Paste() : nil
            case .none:
                guard let (scalar, count) = character else { return nil }
                let look = paste?.look(of: scalar) ?? .this(scalar)
                if look == .blankBefore { return " " }
                bytes.removeFirst(count)
                if case .this(let shown) = look, !Self.isIsolate(shown) { return shown }
            }
        }
    }

    private enum Mark {
        case none
        /// All so far could be one, and there is no more yet.
        case coming
        case whole(count: Int, begins: Bool)
    }

    /// The beginning or end of a paste, if that is the next input. A preceding ESC belongs to it:
    /// with the first letter it would be another key.
    private var mark: Mark {
        let escapes = bytes.prefix { $0 == Self.escape }.count
        guard escapes > 0 else { return .none }
        let rest = bytes.dropFirst(escapes).prefix(Paste.begin.count)
        let marks = [(bytes: Paste.begin, begins: true), (bytes: Paste.end, begins: false)]
        for mark in marks where mark.bytes.starts(with: rest) {
            return rest.count == mark.bytes.count
                ? .whole(count: escapes + rest.count, begins: mark.begins) : .coming
        }
        return .none
    }

    /// The next character, and how many bytes it has.
    private var character: (scalar: Unicode.Scalar, count: Int)? {
        guard let first = bytes.first else { return nil }
        let count = Self.length(first)
        let tail = bytes.dropFirst().prefix(count - 1).prefix { $0 & 0xC0 == 0x80 }
        if tail.count < count - 1 && bytes.count == 1 + tail.count { return nil }
        let scalar = String(decoding: bytes.prefix(1 + tail.count), as: UTF8.self)
            .unicodeScalars.first
        return (scalar ?? "\u{FFFD}", 1 + tail.count)
    }

    private static func isIsolate(_ scalar: Unicode.Scalar) -> Bool {
        scalar == SafeText.isolateStart || scalar == SafeText.isolateEnd
    }

    private static func length(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}

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
