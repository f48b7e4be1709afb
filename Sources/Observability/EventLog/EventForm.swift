import Settings

/// How a line of the log looks.
enum EventForm: Sendable {
    /// One JSON object.
    case json
    /// For a person at a terminal, in colour.
    case pretty

    /// Most bytes of a line, its line feed included.
    static let lineBytesMax = 2_048
    /// Most bytes that one text takes once it is escaped.
    static let textBytesMax = 512

    /// Appends one line.
    func append(
        _ record: EventRecord, _ addresses: AddressDetail = .full, to output: inout [UInt8]
    ) {
        let fields = record.fields.compactMap { field in
            field.value(addresses).map { (key: field.key.rawValue, value: $0) }
        }
        switch self {
        case .json: appendJSON(record, fields, to: &output)
        case .pretty: appendPretty(record, fields, to: &output)
        }
    }

    private func appendJSON(
        _ record: EventRecord, _ fields: [(key: String, value: EventField.Value)],
        to output: inout [UInt8]
    ) {
        let start = output.count
        output.append(contentsOf: "{\"t\":\"".utf8)
        Timestamp.append(record.unixMilliseconds, to: &output)
        let head = "\",\"lvl\":\"\(record.name.level.rawValue)\",\"ev\":\"\(record.name.rawValue)\""
        output.append(contentsOf: head.utf8)
        for field in fields {
            let end = output.count
            output.append(contentsOf: ",\"\(field.key)\":".utf8)
            Self.append(field.value, quoted: .always, to: &output)
            guard output.count - start <= Self.lineBytesMax - 2 else {
                output.removeSubrange(end...)
                break
            }
        }
        output.append(contentsOf: "}\n".utf8)
    }

    private func appendPretty(
        _ record: EventRecord, _ fields: [(key: String, value: EventField.Value)],
        to output: inout [UInt8]
    ) {
        var clock: [UInt8] = []
        Timestamp.appendClock(record.unixMilliseconds, to: &clock)
        Self.appendPretty(
            String(decoding: clock, as: UTF8.self), record.name.level, record.name.rawValue,
            fields, to: &output)
    }

    /// Appends one line for a person.
    static func appendPretty(
        _ time: String, _ level: EventLevel, _ name: String,
        _ fields: [(key: String, value: EventField.Value)], to output: inout [UInt8]
    ) {
        let start = output.count
        output.append(contentsOf: "\u{1B}[2m".utf8)
        EventText.append(time, .whereNeeded, limit: textBytesMax, to: &output)
        output.append(contentsOf: "\u{1B}[0m \(level.badge) ".utf8)
        EventText.append(name, .whereNeeded, limit: textBytesMax, to: &output)
        for field in fields {
            let end = output.count
            output.append(contentsOf: " \u{1B}[2m".utf8)
            EventText.append(field.key, .whereNeeded, limit: textBytesMax, to: &output)
            output.append(contentsOf: "=\u{1B}[0m".utf8)
            append(field.value, quoted: .whereNeeded, to: &output)
            guard output.count - start <= lineBytesMax - 1 else {
                output.removeSubrange(end...)
                break
            }
        }
        output.append(.init(ascii: "\n"))
    }

    private static func append(
        _ value: EventField.Value, quoted: EventText.Quotes, to output: inout [UInt8]
    ) {
        switch value {
        case .text(let text): EventText.append(text, quoted, limit: textBytesMax, to: &output)
        case .integer(let number): output.append(contentsOf: String(number).utf8)
        case .milliseconds(let duration):
            output.append(contentsOf: duration.millisecondsText.utf8)
        }
    }
}

extension EventLevel {
    /// Five columns, in colour.
    fileprivate var badge: String {
        switch self {
        case .debug: "\u{1B}[2mdebug\u{1B}[0m"
        case .info: "\u{1B}[32minfo\u{1B}[0m "
        case .warn: "\u{1B}[33mwarn\u{1B}[0m "
        case .error: "\u{1B}[31merror\u{1B}[0m"
        }
    }
}

extension Duration {
    /// Milliseconds with three digits after the point, towards zero.
    fileprivate var millisecondsText: String {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return seconds < 0 ? "-9e15" : "9e15" }
        let microseconds = product &+ attoseconds / 1_000_000_000_000
        let fraction = String((microseconds % 1_000).magnitude)
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        let sign = microseconds < 0 ? "-" : ""
        return "\(sign)\((microseconds / 1_000).magnitude).\(zeros)\(fraction)"
    }
}

/// Text that a peer may have had a hand in, made safe to write.
enum EventText {
    /// When a text stands in quotes.
    enum Quotes {
        case always
        /// For people: only when it is empty or holds a space, a quote or an escape.
        case whereNeeded
    }

    /// Appends `text`, escaped, and cut with an ellipsis where it would grow over `limit` bytes.
    ///
    /// Besides what JSON asks for, everything is escaped that could move a terminal's cursor or
    /// turn its text around: a log is read with `tail`.
    ///
    /// - Source: RFC 8259 §7
    static func append(
        _ text: String, _ quotes: Quotes, limit: Int, to output: inout [UInt8]
    ) {
        let quote =
            quotes == .always || text.isEmpty || text.contains { $0 == " " || needsQuote($0) }
        if quote { output.append(UInt8(ascii: "\"")) }
        let start = output.count
        for scalar in text.unicodeScalars {
            let end = output.count
            append(scalar, to: &output)
            guard output.count - start <= limit - 3 else {
                output.removeSubrange(end...)
                output.append(contentsOf: "…".utf8)
                break
            }
        }
        if quote { output.append(UInt8(ascii: "\"")) }
    }

    private static func needsQuote(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || isUnsafe($0) }
    }

    private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        if scalar == "\"" || scalar == "\\" {
            output.append(contentsOf: [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)])
        } else if isUnsafe(scalar) {
            let digits = String(scalar.value, radix: 16)
            let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
            output.append(contentsOf: "\\u\(zeros)\(digits)".utf8)
        } else {
            output.append(contentsOf: String(scalar).utf8)
        }
    }

    /// Controls, line and paragraph separators, marks of direction. None is over four digits.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0xFEFF:
            true
        default: false
        }
    }
}
