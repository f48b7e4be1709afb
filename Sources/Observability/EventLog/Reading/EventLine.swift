internal import Foundation
import Settings

/// One line of the event log, read back.
struct EventLine: Equatable, Sendable {
    /// One of its fields; a number is a text, too.
    struct Field: Equatable, Sendable {
        let key: String
        let text: String
    }

    /// When: RFC 3339 in UTC, to the millisecond, so that texts sort as times do.
    let time: String
    let level: EventLevel
    let name: String
    /// The others, in the order of docs/EVENTS.md; what is not in there comes last, by name.
    let fields: [Field]

    /// - Parameter line: without its line feed.
    /// - Returns: nil when this is not an event.
    init?(_ line: ArraySlice<UInt8>) {
        guard let members = try? JSONDecoder().decode([String: Scalar].self, from: Data(line)),
            let time = members["t"]?.text, time.utf8.count == Self.timeBytes,
            let level = members["lvl"].flatMap({ EventLevel(rawValue: $0.text) }),
            let name = members["ev"]?.text
        else { return nil }
        (self.time, self.level, self.name) = (time, level, name)
        fields = members.filter { !["t", "lvl", "ev"].contains($0.key) }
            .sorted { (Self.place(of: $0.key), $0.key) < (Self.place(of: $1.key), $1.key) }
            .map { Field(key: $0.key, text: $0.value.text) }
    }

    /// What the field `key` says.
    subscript(_ key: EventField.Key) -> String? {
        fields.first { $0.key == key.rawValue }?.text
    }

    /// As in `2026-11-21T01:36:00.123Z`.
    private static let timeBytes = 24

    private static func place(of key: String) -> Int {
        EventField.Key.allCases.firstIndex { $0.rawValue == key } ?? .max
    }

    /// When a line of ours was written, found without reading the rest of it.
    static func time(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let head = "{\"t\":\"".utf8
        guard line.starts(with: head), line.count > head.count + timeBytes else { return nil }
        return line.dropFirst(head.count).prefix(timeBytes)
    }
}

/// A value of a field, as text.
private struct Scalar: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self.text = text
        } else if let number = try? value.decode(Int64.self) {
            text = String(number)
        } else {
            text = String(try value.decode(Double.self))
        }
    }
}
