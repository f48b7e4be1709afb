/// A few words that stay together on a line, each in its own colour.
struct Phrase: Sendable {
    /// Text, and how it is dressed once it is known what fits.
    typealias Dress = @Sendable (String) -> String

    private(set) var plain = ""
    private(set) var dressed = ""

    /// Columns it takes.
    var columns: Int { plain.columns }

    init() {}

    init(_ text: String, _ dress: Dress = { $0 }) { add(text, dress) }

    mutating func add(_ text: String, _ dress: Dress = { $0 }) {
        plain += text
        dressed += text.isEmpty ? "" : dress(text)
    }

    /// As it is, or cut and then without colour.
    func fitted(to room: Int) -> String {
        columns <= room ? dressed : plain.truncated(to: room)
    }
}

extension [Phrase] {
    private static var gap: Int { 2 }

    /// As many as fit, one after the other on `rows` lines; at the end, how many are left.
    ///
    /// - Returns: `rows` lines, none wider than `width`.
    func flowing(width: Int, rows: Int) -> [String] {
        var (lines, next) = ([String](), 0)
        for row in 0..<Swift.max(0, rows) {
            var (line, used) = ("", 0)
            while next < count {
                let rest = count - next - 1
                let isTight = row == rows - 1 && rest > 0
                let room = width - (isTight ? Self.gap + "+\(count)".columns : 0)
                let before = used == 0 ? 0 : Self.gap
                guard used == 0 || used + before + self[next].columns <= room else { break }
                line += String(repeating: " ", count: before)
                line += self[next].fitted(to: Swift.max(0, room - before))
                used += before + Swift.min(self[next].columns, Swift.max(0, room - before))
                next += 1
            }
            lines.append(line)
        }
        if next < count, let last = lines.popLast() {
            lines.append(last + String(repeating: " ", count: Self.gap) + "+\(count - next)")
        }
        return lines
    }
}
