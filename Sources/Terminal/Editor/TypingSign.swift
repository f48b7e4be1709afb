/// Detects from the edited line that the user is typing a text, which the friend may see.
///
/// It compares lines, not keys: toggling an activity, moving the cursor and recalling an old line
/// do not count.
struct TypingSign {
    /// The least time between two signs.
    static let pause = Duration.seconds(3)

    private var line: [UInt8] = []
    private var toldAt: ContinuousClock.Instant?

    /// Looks at the present line.
    ///
    /// - Parameter new: in UTF-8.
    /// - Returns: whether to send a sign.
    mutating func isDue(for new: [UInt8], at now: ContinuousClock.Instant) -> Bool {
        defer { line = new }
        guard Self.length(new) == Self.length(line) + 1, Self.isText(new) else { return false }
        if let toldAt, now - toldAt < Self.pause { return false }
        toldAt = now
        return true
    }

    /// The line was entered: the next one is another text.
    mutating func begin() { self = TypingSign() }

    /// In typed characters.
    private static func length(_ line: [UInt8]) -> Int {
        line.count { $0 & 0xC0 != 0x80 }
    }

    /// Whether the line is no command, and not the prompt of the history search.
    private static func isText(_ line: [UInt8]) -> Bool {
        line.first { $0 != UInt8(ascii: " ") } != UInt8(ascii: "/") && !line.contains(0x0A)
    }
}
