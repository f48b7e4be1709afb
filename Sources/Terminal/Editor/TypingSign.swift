/// Tells from the line being typed that somebody writes a text, which the other may know.
///
/// It goes by what became of the line, and not by keys: one that toggles an activity, moves the
/// cursor or calls an old line back is nobody's business.
struct TypingSign {
    /// So often it is told.
    static let pause = Duration.seconds(3)

    private var line: [UInt8] = []
    private var toldAt: ContinuousClock.Instant?

    /// Looks at the line as it is now.
    ///
    /// - Parameter new: in UTF-8.
    /// - Returns: whether it is to be told.
    mutating func isDue(for new: [UInt8], at now: ContinuousClock.Instant) -> Bool {
        defer { line = new }
        guard Self.length(new) == Self.length(line) + 1, Self.isText(new) else { return false }
        if let toldAt, now - toldAt < Self.pause { return false }
        toldAt = now
        return true
    }

    /// The line was entered: the next is another text.
    mutating func begin() { self = TypingSign() }

    /// In characters as they are typed, one by one.
    private static func length(_ line: [UInt8]) -> Int {
        line.count { $0 & 0xC0 != 0x80 }
    }

    /// No command, and not what the search for an old line shows.
    private static func isText(_ line: [UInt8]) -> Bool {
        line.first { $0 != UInt8(ascii: " ") } != UInt8(ascii: "/") && !line.contains(0x0A)
    }
}
