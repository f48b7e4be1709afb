import Foundation
import TestSupport
import Testing

@testable import Observability
@testable import Settings

/// What `upford log` shows.
@Suite struct `A view of the event log` {
    private static func line(
        _ name: EventName, at milliseconds: Int64, _ fields: EventField...
    ) -> [UInt8] {
        var line: [UInt8] = []
        let record = EventRecord(unixMilliseconds: milliseconds, name: name, fields: fields)
        EventForm.json.append(record, to: &line)
        return line
    }

    private static let log = [
        line(.serverStarted, at: 1_000, .address("127.0.0.1:1")),
        line(.sessionOpened, at: 2_000, .connection(5), .user(7), .count(2)),
        line(.connectionRefused, at: 3_000, .address("[::1]:1")),
        line(.sessionClosed, at: 4_000, .connection(6), .user(77)),
    ]

    private static func shown(
        isPretty: Bool = false, _ change: (inout EventFilter) -> Void
    ) -> [String] {
        var filter = EventFilter()
        change(&filter)
        var view = LogView(filter, isPretty: isPretty)
        return log.compactMap { view.shown($0.dropLast()) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private static func numbers(_ change: (inout EventFilter) -> Void) -> [Int] {
        let lines = shown(change)
        return log.indices.filter { lines.contains(String(decoding: log[$0], as: UTF8.self)) }
    }

    @Test func `has every event as it was written`() {
        #expect(Self.numbers { _ in } == [0, 1, 2, 3])
    }

    @Test func `chooses by name, level, account, connection and time`() {
        #expect(Self.numbers { $0.names = ["session.*"] } == [1, 3])
        #expect(Self.numbers { $0.names = ["server.started", "conn.*"] } == [0, 2])
        #expect(Self.numbers { $0.level = .warn } == [2])
        #expect(Self.numbers { $0.user = "7" } == [1])
        #expect(Self.numbers { $0.connection = "6" } == [3])
        #expect(Self.numbers { $0.since = EventMoment("1s", now: 4_000) } == [2, 3])
        #expect(Self.numbers { $0.since = EventMoment("1970-01-02") } == [])
        #expect(
            Self.numbers { filter in
                (filter.names, filter.user) = (["session.*"], "77")
            } == [3])
    }

    @Test func `has an event about two people for each of them`() {
        let line = Self.line(.adminDone, at: 5_000, .user(7), .otherUser(8))
        let isShown = ["7", "8", "9"].map { user in
            var filter = EventFilter()
            filter.user = user
            var view = LogView(filter, isPretty: false)
            return view.shown(line.dropLast()) != nil
        }
        #expect(isShown == [true, true, false])
    }

    @Test func `knows which names no event of this version has`() {
        var filter = EventFilter()
        filter.names = ["session.*", "nosuch", "server.started", "conn", "*.opened", ""]
        #expect(filter.unknownNames == ["nosuch", "conn", ""])
        filter.names = []
        #expect(filter.unknownNames == [])
    }

    @Test func `is read by people with date, level and fields in their order`() {
        let lines = Self.shown(isPretty: true) { $0.user = "7" }
        #expect(
            lines.map { $0.replacing(/\u{1B}\[[0-9]+m/, with: "") } == [
                "1970-01-01T00:00:02.000Z info  session.opened conn=5 uid=7 n=2\n"
            ])
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"t":"1970-01-01T00:00:00.000Z","lvl":"loud","ev":"x"}"#,
        #"{"t":"now","lvl":"info","ev":"x"}"#, "\u{0}\u{FF}",
        #"{"t":"1970-01-01T00:00:00.000Z","lvl":"info","ev":["x"]}"#,
    ])
    func `counts what is no event, and goes on`(text: String) {
        var view = LogView(EventFilter(), isPretty: false)
        #expect(view.shown(Array(text.utf8)[...]) == nil)
        #expect(view.strangeCount == 1)
        #expect(view.shown(Self.log[0].dropLast()) == Self.log[0])
    }

    @Test func `lets nothing in a file move a terminal's cursor`() throws {
        var view = LogView(EventFilter(), isPretty: true)
        let text =
            #"{"t":"1970-01-01T00:00:00.\u001b9mZ","lvl":"info","ev":"a\u001b[2J","#
            + #""x\u001b":"\#u{202E}\u0007"}"#
        let shown = view.shown(Array(text.utf8)[...])
        let bytes = try #require(shown)
        let plain = String(decoding: bytes, as: UTF8.self).replacing(/\u{1B}\[[0-9]+m/, with: "")
        #expect(
            !plain.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{7}" })
    }

    @Test(arguments: [
        ("0s", "1970-01-12T13:46:40.000Z"), ("90s", "1970-01-12T13:45:10.000Z"),
        ("10m", "1970-01-12T13:36:40.000Z"), ("2h", "1970-01-12T11:46:40.000Z"),
        ("1d", "1970-01-11T13:46:40.000Z"), ("1970-01-12", "1970-01-12"),
        ("1970-01-12T13:46", "1970-01-12T13:46"),
        ("1970-01-12T13:46:40.000Z", "1970-01-12T13:46:40.000Z"), ("2028-02-29", "2028-02-29"),
    ])
    func `begins so long ago, or at a time`(words: String, text: String) {
        #expect(EventMoment(words, now: 1_000_000_000)?.text == text)
    }

    @Test func `begins as many seconds ago as one likes`() {
        let moment = EventMoment("4000000s", now: 1_000_000_000_000)
        #expect(moment?.text == "2001-07-24T18:40:00.000Z")
    }

    @Test(arguments: [
        "", "m", "10", "-1m", "1w", "99999999999999999999s", "9999999d", "10 m", "yesterday",
        "1970-1-1", "1970-01-12 13:46", "1970-01-12T13:46:40.000Z+",
        "2026-02-31", "2026-13-01", "2026-00-10", "2027-02-29", "1970-01-12T24", "1970-01-12T13:60",
    ])
    func `refuses other words for a time`(words: String) {
        #expect(EventMoment(words, now: 1_000_000_000)?.text == nil)
    }
}

@Suite struct `A reader of the event log` {
    @Test func `knows where older events are, when some of them are wanted`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/events.jsonl"
        let yesterday = try #require(EventMoment("1d"))
        #expect(yesterday.olderFile(than: path) == nil)
        try Self.append("one\n", to: path + ".1")
        #expect(yesterday.olderFile(than: path) == path + ".1")
        let later = try #require(EventMoment("0s", now: SystemClock.milliseconds() + 5_000))
        #expect(later.olderFile(than: path) == nil)
    }

    private static func lines(_ reader: inout LogReader) throws -> [String] {
        var lines: [String] = []
        while try reader.read({ lines.append(String(decoding: $0, as: UTF8.self)) }) {}
        return lines
    }

    private static func append(_ text: String, to path: String) throws {
        let file = try LogFile(path: path)
        #expect(file.write(Array(text.utf8)))
    }

    @Test func `gives a line once its end is there, and goes on where it was`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/events.jsonl"
        try Self.append("one\ntw", to: path)
        var reader = try LogReader(path: path)
        #expect(try Self.lines(&reader) == ["one"])
        try Self.append("o\nthree\n", to: path)
        #expect(try Self.lines(&reader) == ["two", "three"])
        #expect(try Self.lines(&reader) == [])
    }

    @Test func `goes on with the file that took the place of its own`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/events.jsonl"
        try Self.append("one\n", to: path)
        var reader = try LogReader(path: path)
        #expect(try Self.lines(&reader) == ["one"])
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try Self.append("two\n", to: path)
        reader.wait()
        #expect(try Self.lines(&reader) == ["two"])
    }

    @Test func `goes through all files that have taken its place since it looked`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/events.jsonl"
        try Self.append("zero\n", to: path + ".1")
        try Self.append("one\n", to: path)
        var reader = try LogReader(path: path)
        #expect(try Self.lines(&reader) == ["one"])
        let rotation = try #require(LogRotation(bytes: 1, keptCount: 9))
        for line in ["two", "three", "four"] {
            #expect(rotation.moveAway(path))
            try Self.append(line + "\n", to: path)
        }
        var lines: [String] = []
        for _ in 1...3 {
            reader.wait()
            lines += try Self.lines(&reader)
        }
        #expect(lines == ["two", "three", "four"])
        // Its own is not found: it was packed, or thrown away.
        #expect(rotation.moveAway(path))
        try FileManager.default.moveItem(atPath: path + ".1", toPath: path + ".2.gz")
        for number in 2...5 { try? FileManager.default.removeItem(atPath: path + ".\(number)") }
        try Self.append("five\n", to: path + ".1")
        try Self.append("six\n", to: path)
        reader.wait()
        #expect(try Self.lines(&reader) == ["five"])
    }

    @Test func `does not go back to what is older than its own, which was deleted`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/events.jsonl"
        for number in 1...2 {
            try Self.append("old\n", to: "\(path).\(number)")
            let hours = TimeInterval(number * 3_600)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -hours)],
                ofItemAtPath: "\(path).\(number)")
        }
        try Self.append("one\n", to: path)
        var reader = try LogReader(path: path)
        #expect(try Self.lines(&reader) == ["one"])
        try FileManager.default.removeItem(atPath: path)
        try Self.append("two\n", to: path)
        reader.wait()
        #expect(try Self.lines(&reader) == ["two"])
        reader.wait()
        #expect(try Self.lines(&reader) == [])
    }

    @Test func `reads what is still written to a file that was moved away`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/events.jsonl"
        let old = try LogFile(path: path)
        #expect(old.write(Array("one\n".utf8)))
        var reader = try LogReader(path: path)
        #expect(try Self.lines(&reader) == ["one"])
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try Self.append("", to: path)
        reader.wait()
        #expect(old.write(Array("two\n".utf8)))
        #expect(try Self.lines(&reader) == ["two"])
        #expect(old.write(Array("three\n".utf8)))
        try Self.append("four\n", to: path)
        reader.wait()
        #expect(try Self.lines(&reader) == ["three", "four"])
    }

    @Test func `says that a folder is no log`() throws {
        let folder = try TemporaryFolder()
        var reader = try LogReader(path: folder.path)
        #expect(throws: EventSinkError(path: folder.path, errorNumber: EISDIR)) {
            _ = try Self.lines(&reader)
        }
    }

    @Test func `begins again with a file that was cut`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/events.jsonl"
        try Self.append("one\ntwo\n", to: path)
        var reader = try LogReader(path: path)
        #expect(try Self.lines(&reader) == ["one", "two"])
        #expect(truncate(path, 0) == 0)
        try Self.append("three\n", to: path)
        reader.wait()
        #expect(try Self.lines(&reader) == ["three"])
    }

    @Test func `cuts a line without end`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/events.jsonl"
        try Self.append(String(repeating: "x", count: 500_000) + "\nend\n", to: path)
        var reader = try LogReader(path: path)
        let lines = try Self.lines(&reader)
        #expect(lines.last == "end")
        #expect(lines.allSatisfy { $0.utf8.count <= LogReader.lineBytesMax })
    }

    @Test func `says which file is not there`() {
        let error = #expect(throws: EventSinkError.self) {
            _ = try LogReader(path: "/nowhere/events.jsonl")
        }
        #expect(error.map { "\($0)".contains("/nowhere/events.jsonl") } == true)
    }
}
