/// Rows of cells, in plain text: the first row names the columns.
enum TextTable {
    /// A line for each row, as Markdown has it.
    static func markdown(_ rows: [[String]]) -> [String] {
        guard let head = rows.first else { return [] }
        return ([head, head.map { _ in "---" }] + rows.dropFirst()).map { cells in
            "| \(cells.joined(separator: " | ")) |"
        }
    }

    /// A line for each row, the columns as wide as their widest cells: the first holds text, the
    /// others numbers.
    static func lines(_ rows: [[String]]) -> [String] {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { cells in
            zip(cells, widths).enumerated().map { index, cell in
                let gap = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + gap : gap + cell.0
            }.joined(separator: "  ")
        }
    }
}
