import Foundation
import Testing
import TestSupport

@testable import Observability

@Suite struct `A line of the event log` {
    static func line(_ form: EventForm, at time: Int64 = 0, _ fields: EventField...) -> String {
        var line: [UInt8] = []
        let record = EventRecord(unixMilliseconds: time, name: .commandRefused, fields: fields)
        form.append(record, to: &line)
        return String(decoding: line, as: UTF8.self)
    }

    /// Milliseconds since 1970, and how they are written.
    static let moments: [(Int64, String)] = [
        (0, "1970-01-01T00:00:00.000Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (951_868_800_000, "2000-03-01T00:00:00.000Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (1_798_761_599_001, "2026-12-31T23:59:59.001Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
        (.max, "9999-12-31T23:59:59.999Z"),
        (.min, "0000-01-01T00:00:00.000Z"),
    ]

    @Test(arguments: moments)
    func `tells the time by RFC 3339`(unixMilliseconds: Int64, text: String) {
        var bytes: [UInt8] = []
        Timestamp.append(unixMilliseconds, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test func `agrees with the C library over eight centuries`() {
        for day in stride(from: -146_097, to: 146_097, by: 11) {
            var seconds = time_t(day * 86_400 + 1)
            var parts = tm()
            gmtime_r(&seconds, &parts)
            var bytes: [UInt8] = []
            Timestamp.append(Int64(seconds) * 1_000, to: &bytes)
            let digits = bytes.prefix(10).split(separator: UInt8(ascii: "-"))
                .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
            let expected = [parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday].map(Int.init)
            guard digits == expected else {
                Issue.record("day \(day): \(digits), not \(expected)")
                return
            }
        }
    }

    static let durations: [(Duration, String)] = [
        (.zero, "0.000"), (.nanoseconds(999), "0.000"), (.microseconds(1), "0.001"),
        (.milliseconds(-1_500), "-1500.000"), (.microseconds(-5), "-0.005"),
        (.seconds(86_400), "86400000.000"), (.seconds(Int64.max), "9e15"),
        (.seconds(Int64.min), "-9e15"),
    ]

    @Test(arguments: durations)
    func `tells durations in milliseconds`(duration: Duration, text: String) {
        #expect(Self.line(.json, .duration(duration)).hasSuffix(",\"dur_ms\":\(text)}\n"))
    }

    static let texts = [
        ("", #""""#), ("plain", #""plain""#), ("é🙂", #""é🙂""#), ("a\"b\\c", #""a\"b\\c""#),
        ("\n\r\t\0", #""\u000a\u000d\u0009\u0000""#), ("\u{1B}[2J", #""\u001b[2J""#),
        ("\u{7F}\u{9B}", #""\u007f\u009b""#), ("\u{202E}\u{2066}", #""\u202e\u2066""#),
        ("\u{2028}", #""\u2028""#), (#"","uid":"1"#, #""\",\"uid\":\"1""#),
    ]

    @Test(arguments: texts)
    func `escapes what could break the line or move the cursor`(text: String, written: String) {
        #expect(Self.line(.json, .reason(text)).hasSuffix(",\"reason\":\(written)}\n"))
    }

    @Test(arguments: ["a", "é", "🙂", "\u{1}", "\"", "\u{202E}"])
    func `is valid JSON of at most 2 KiB however long the texts are`(unit: String) throws {
        for count in [1, 84, 85, 86, 126, 127, 170, 254, 255, 508, 509, 510, 511, 512, 2_048] {
            let text = String(repeating: unit, count: count)
            let fields =
                [EventField](repeating: .reason(text), count: 1) + [
                    .code(text), .address(text), .path(text), .version(text), .count(1),
                ]
            var line: [UInt8] = []
            let record = EventRecord(unixMilliseconds: 0, name: .storeFault, fields: fields)
            EventForm.json.append(record, to: &line)
            #expect(line.count <= 2_048)
            let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            let reason = try #require(object?["reason"] as? String)
            #expect(reason == text || (reason.hasSuffix("…") && text.hasPrefix(reason.dropLast())))
            #expect(object?["ev"] as? String == "store.fault")
        }
    }

    @Test func `is in colour for people, and no value can add a colour of its own`() {
        let line = Self.line(.pretty, at: 3_723_004, .code("NOT_FRIENDS"), .reason("\u{1B}[31m a"))
        let plain = line.replacing(/\u{1B}\[\d*m/, with: "")
        #expect(
            plain == #"01:02:03.004 debug command.refused code=NOT_FRIENDS reason="\u001b[31m a""#
                + "\n")
        #expect(line.contains("\u{1B}["))
    }
}

@Suite struct `The catalogue of events` {
    @Test func `is what docs/EVENTS.md says`() throws {
        try GeneratedFile(path: "docs/EVENTS.md").check(against: EventCatalogue.markdown)
    }

    @Test func `names every event and every field once`() {
        let names = EventName.allCases.map(\.rawValue)
        #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z]+\.[a-z_]+/) != nil })
        let used = Set(EventName.allCases.flatMap(\.meaning.fields))
        #expect(used == Set(EventField.Key.allCases))
        #expect(Set(EventName.allCases.map(\.meaning.when)).count == names.count)
    }
}
