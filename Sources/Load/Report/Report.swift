import FoundationEssentials
import Glibc

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

/// Promises that the server broke, and the first of them in words.
struct Breaches: Sendable {
    /// Of so many things that came twice.
    private(set) var duplicateCount = 0
    /// All others, but for those that are counted elsewhere.
    private(set) var otherCount = 0
    private(set) var first: String?

    /// Something came twice.
    mutating func doubled(_ what: @autoclosure () -> String) {
        duplicateCount += 1
        note(what())
    }

    /// Takes note of another promise that was broken.
    mutating func broke(_ what: @autoclosure () -> String) {
        otherCount += 1
        note(what())
    }

    /// Takes note of one that is counted elsewhere.
    mutating func note(_ what: @autoclosure () -> String) {
        if first == nil { first = what() }
    }
}

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

extension Double {
    /// The number with so many digits behind the point.
    func digits(_ count: Int) -> String {
        guard isFinite, magnitude < 1e15 else { return "-" }
        let scale = pow(10, Double(count))
        let scaled = Int64((magnitude * scale).rounded())
        let whole = scaled / Int64(scale)
        let sign = self < 0 && scaled != 0 ? "-" : ""
        guard count > 0 else { return "\(sign)\(whole)" }
        let rest = String(scaled % Int64(scale))
        let zeros = String(repeating: "0", count: count - rest.count)
        return "\(sign)\(whole).\(zeros)\(rest)"
    }
}

extension Double? {
    /// The number; a dash where none is known.
    func digits(_ count: Int) -> String { map { $0.digits(count) } ?? "-" }
}

/// Words as a shell reads them.
enum ShellWord {
    /// A command line of these words.
    static func line(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }

    /// The word, quoted if a shell would make something else of it.
    static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,".contains($0) }
        guard !isPlain || word.isEmpty else { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: #"'\''"#))'"
    }
}

/// Why a measurement did not come about: one line for the person who asked for it, and another if
/// there is something to do about it.
struct LoadFailure: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
