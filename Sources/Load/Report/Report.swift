import FoundationEssentials

/// What a measurement found: a table for people, one object for programs.
protocol Report: Encodable {
    /// The names of the columns.
    var columns: [String] { get }
    /// The cells, as many in each row as there are columns.
    var rows: [[String]] { get }
    /// What has to be said besides: marks reached or missed, promises broken.
    var remarks: [String] { get }
}

extension Report {
    /// One JSON object, its keys in order.
    func json() throws(LoadFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            throw LoadFailure("the report cannot be written as JSON")
        }
    }

    /// The table, its columns as wide as their widest cells; the first is text, the others numbers.
    func table() -> String {
        let all = [columns] + rows
        let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        let lines = all.map { cells in
            zip(cells, widths).enumerated().map { index, cell in
                let gap = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + gap : gap + cell.0
            }.joined(separator: "  ")
        }
        return (lines + remarks).joined(separator: "\n")
    }
}
