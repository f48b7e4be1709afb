import FoundationEssentials

/// What a measurement found: tables for people, one object for programs.
protocol Report: Encodable {
    /// The names of the columns.
    var columns: [String] { get }
    /// The cells, as many in each row as there are columns.
    var rows: [[String]] { get }
    /// How long things took, by what they are.
    var times: [(name: String, took: Latencies)] { get }
    /// What has to be said besides.
    var remarks: [String] { get }
    /// Promises that were broken: each of them ends the program with code 1.
    var complaints: [String] { get }
}

extension Report {
    /// Nothing was timed.
    var times: [(name: String, took: Latencies)] { [] }
    /// The tables say it all.
    var remarks: [String] { [] }
    /// None can be broken, or the measurement fails.
    var complaints: [String] { [] }

    /// One JSON object, its keys in order; `complaints` is one of them.
    func json() throws(LoadFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            return String(decoding: try encoder.encode(WholeReport(report: self)), as: UTF8.self)
        } catch {
            throw LoadFailure("the report cannot be written as JSON")
        }
    }

    /// How long things took, a row for each, in microseconds; empty when nothing was timed.
    var timeRows: [[String]] {
        guard !times.isEmpty else { return [] }
        return [["µs", "count"] + Latencies.ladder.map(\.name)]
            + times.map { time in
                [time.name, "\(time.took.count)"] + time.took.steps.map { $0.digits(0) }
            }
    }

    /// Everything, for a terminal.
    func table() -> String {
        let tables = tables.map(TextTable.lines).joined(separator: [""])
        return (tables + remarks + complaints).joined(separator: "\n")
    }

    /// Everything, for a page of documentation.
    func markdown() -> String {
        let blocks = tables.map(TextTable.markdown) + (remarks + complaints).map { [$0] }
        return blocks.joined(separator: [""]).joined(separator: "\n")
    }

    private var tables: [[[String]]] { [[columns] + rows, timeRows].filter { !$0.isEmpty } }
}

/// A report with its complaints, which may be worked out.
private struct WholeReport<Found: Report>: Encodable {
    private enum CodingKeys: CodingKey { case complaints }

    let report: Found

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(report.complaints, forKey: .complaints)
    }
}
