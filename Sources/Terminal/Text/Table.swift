import CEdit
import Glibc

/// Rows in columns that line up, fitted to the width of the terminal.
///
/// Every column is as wide as its widest cell; when that is more room than there is, the widest
/// columns give way first. Colour is put on after the widths are known.
struct Table: Sendable {
    /// One cell: its text, and how it is dressed once it has its width.
    struct Cell: Sendable {
        let text: String
        let dress: @Sendable (String) -> String

        init(_ text: String, _ dress: @escaping @Sendable (String) -> String = { $0 }) {
            self.text = text
            self.dress = dress
        }
    }

    /// Narrowest a column is made before the line is allowed to be too long.
    private static let columnsMin = 4
    private static let gap = 2

    let rows: [[Cell]]

    /// The lines, none longer than `width` where that is possible.
    func lines(width: Int) -> [String] {
        let widths = fitted(width)
        return rows.map { row in
            let row = row.trimmed
            var line = ""
            for (index, cell) in row.enumerated() {
                let room = widths[index]
                let isLast = index == row.count - 1
                let text = isLast ? cell.text.truncated(to: room) : cell.text.fitted(to: room)
                line += cell.dress(text)
                if !isLast { line += String(repeating: " ", count: Self.gap) }
            }
            return line
        }
    }

    private func fitted(_ width: Int) -> [Int] {
        let count = rows.map(\.count).max() ?? 0
        var widths = (0..<count).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].text.columns : 0 }.max() ?? 0
        }
        var excess = widths.reduce(0, +) + Self.gap * max(0, count - 1) - width
        while excess > 0 {
            let candidates = widths.indices.filter { widths[$0] > Self.columnsMin }
            guard let widest = candidates.max(by: { (widths[$0], $0) < (widths[$1], $1) })
            else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }
}

extension [Table.Cell] {
    /// Without the empty cells at its end, so that no line ends in spaces.
    fileprivate var trimmed: ArraySlice<Table.Cell> {
        let last = lastIndex { !$0.text.isEmpty }
        return prefix((last ?? -1) + 1)
    }
}

extension Character {
    /// Columns this takes on a terminal: 0, 1 or 2 for most, more for some conjunct letters.
    ///
    /// The width table is the C library's, which terminals share; it is asked in a UTF-8 locale.
    var columns: Int {
        let joined = unicodeScalars.contains {
            $0.value == 0x200D || $0.properties.isEmojiModifier
        }
        if joined && unicodeScalars.count > 1 { return 2 }
        return unicodeScalars.reduce(0) { $0 + Self.columns(of: $1) }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if (0x20...0x7E).contains(scalar.value) { return 1 }
        UTF8Locale.prepare()
        return max(0, Int(wcwidth(wchar_t(bitPattern: scalar.value))))
    }
}

extension String {
    /// Columns this line takes on a terminal.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The line cut to `room` columns, with `…` in the last one when something is missing; what
    /// was isolated ends with it.
    func truncated(to room: Int) -> String {
        guard columns > room else { return self }
        guard room > 1 else { return room == 1 ? "…" : "" }
        var used = 0
        let head = String(
            prefix { character in
                used += character.columns
                return used < room
            })
        return head + "…" + head.isolates.ends
    }

    /// What ends the isolates that begin in it and do not end, and what begins them again.
    var isolates: (ends: String, starts: String) {
        let count = unicodeScalars.reduce(0) { open, scalar in
            switch scalar {
            case SafeText.isolateStart: open + 1
            case SafeText.isolateEnd: max(0, open - 1)
            default: open
            }
        }
        return (
            String(repeating: Character(SafeText.isolateEnd), count: count),
            String(repeating: Character(SafeText.isolateStart), count: count)
        )
    }

    /// The line cut or filled with spaces to exactly `room` columns.
    func fitted(to room: Int) -> String {
        let cut = truncated(to: room)
        return cut + String(repeating: " ", count: max(0, room - cut.columns))
    }
}

extension String {
    /// The line as lines of at most `room` columns, broken at a blank where one is in reach;
    /// colours take no room. All but the first are indented: none looks like a line of its own.
    /// What is isolated is so on each of them.
    func wrapped(to room: Int) -> [String] {
        guard utf8.count > room else { return [self] }
        let margin = "  "
        var lines: [String] = []
        var (line, used) = ("", 0)
        func turn() {
            let isolates = line.isolates
            lines.append(line + isolates.ends)
            (line, used) = (margin + isolates.starts, margin.count)
        }
        for (index, word) in split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let characters = word.shownCharacters
            let width = characters.reduce(0) { $0 + $1.columns }
            let isTooWide = used + (index == 0 ? 0 : 1) + width > room
            if isTooWide, index > 0, margin.count + width <= room, width > 0 {
                turn()
            } else if index > 0, used < room {
                (line, used) = (line + " ", used + 1)
            }
            for (character, columns) in characters {
                if used + columns > room { turn() }
                (line, used) = (line + String(character), used + columns)
            }
        }
        return lines + [line]
    }
}

extension Substring {
    /// Its characters with the columns that each takes: none for those of a colour (`ESC [ 1 m`).
    fileprivate var shownCharacters: [(character: Character, columns: Int)] {
        var isColour = false
        return map { character in
            if character == "\u{1B}" { isColour = true }
            defer { if character.unicodeScalars.first == "m" { isColour = false } }
            return (character, isColour ? 0 : character.columns)
        }
    }
}

/// How much fits on the terminal.
struct TerminalSize: Equatable, Sendable {
    /// What is assumed where there is no terminal.
    static let standard = TerminalSize(columns: 80, rows: 24)

    let columns: Int
    let rows: Int

    /// That of standard output, asked anew.
    static var current: TerminalSize {
        let columns = Int(upfor_terminal_columns(STDOUT_FILENO))
        let rows = Int(upfor_terminal_rows(STDOUT_FILENO))
        return TerminalSize(
            columns: columns > 0 ? columns : standard.columns,
            rows: rows > 0 ? rows : standard.rows)
    }
}
