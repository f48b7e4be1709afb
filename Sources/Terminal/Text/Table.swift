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
