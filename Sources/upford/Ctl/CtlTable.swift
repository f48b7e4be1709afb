import Foundation
import SwiftProtobuf

/// Rows with a heading, each column as wide as its widest cell.
struct CtlTable {
    private var rows: [[String]]

    /// - Parameter heading: of each column.
    init(_ heading: String...) {
        rows = [heading]
    }

    /// Adds a row.
    mutating func add(_ cells: String...) { rows.append(cells) }

    /// Writes it to standard output.
    func show() {
        let widths = (rows.first ?? []).indices.map { column in
            rows.map { $0[column].count }.max() ?? 0
        }
        for row in rows {
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: max(0, width - cell.count))
            }
            let line = cells.joined(separator: "  ")
            print(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count))
        }
        Talk.flush()
    }
}

extension Google_Protobuf_Timestamp {
    /// As in 2026-11-22T12:05:07Z.
    var text: String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }

    /// As in 12:05:07.250, in UTC.
    var clock: String {
        let milliseconds = String(1_000 + nanos / 1_000_000).dropFirst()
        return "\(text.dropFirst(11).dropLast()).\(milliseconds)"
    }
}

/// Writes a list to standard output, in a member of that name also when it is empty.
func showJSON(_ list: some Message, isEmpty: Bool, _ name: String) throws {
    showJSON(isEmpty ? Array("{\"\(name)\":[]}\n".utf8) : try list.jsonUTF8Bytes() + [0x0A])
}

/// Writes an answer to standard output as it came.
func showJSON(_ json: [UInt8]) {
    print(String(decoding: json, as: UTF8.self), terminator: "")
    Talk.flush()
}
