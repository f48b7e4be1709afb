import ArgumentParser
import Testing

@testable import Load

@Suite struct `A report` {
    private struct Sample: Report {
        let answer = 42
        var columns: [String] { ["what", "much"] }
        var rows: [[String]] { [["a", "1"], ["longer", "12345"]] }
        var remarks: [String] { ["as expected"] }
        var complaints: [String] { ["it took long"] }
    }

    @Test func `is a table that lines up`() {
        let expected = """
            what     much
            a           1
            longer  12345
            as expected
            it took long
            """
        #expect(Sample().table() == expected)
    }

    @Test func `is Markdown for a page`() {
        let expected = """
            | what | much |
            | --- | --- |
            | a | 1 |
            | longer | 12345 |

            as expected

            it took long
            """
        #expect(Sample().markdown() == expected)
        #expect(throws: (any Error).self) { try DayCommand.parse(["--json", "--markdown"]) }
    }

    @Test func `is one JSON object`() throws {
        #expect(try Sample().json() == #"{"answer":42,"complaints":["it took long"]}"#)
    }

    @Test(
        arguments: [
            ("day.html", "day.html"), ("it's", #"'it'\''s'"#), ("", "''"), ("$HOME", "'$HOME'"),
            ("two words", "'two words'"), ("127.0.0.1:80", "127.0.0.1:80"),
        ])
    func `shows the command as a shell reads it`(word: String, quoted: String) {
        #expect(ShellWord.quoted(word) == quoted)
        #expect(ShellWord.line(["upfor-load", word]) == "upfor-load \(quoted)")
    }

    @Test func `tells how long each kind took, in a table and in an object`() throws {
        let report = Timed()
        let expected = """
            what  much
            a        1

            µs   count  p50  p90  p99  p99.9  max
            ack   1000  500  900  990    999  1000
            """
        #expect(
            report.table().split(separator: "\n").map { $0.split(separator: " ") }
                == expected.split(separator: "\n").map { $0.split(separator: " ") })
        let json = try report.json()
        #expect(json.contains(#""acks":{"count":1000,"maxMicroseconds":1000"#))
        for key in ["p50", "p90", "p99", "p999"] { #expect(json.contains("\(key)Microseconds")) }
    }

    /// Something that took 1 to 1,000 µs.
    private struct Timed: Report {
        let acks = (1...1000).reduce(into: Latencies()) {
            $0.record(from: 0, to: UInt64($1) * 1000)
        }
        var columns: [String] { ["what", "much"] }
        var rows: [[String]] { [["a", "1"]] }
        var times: [(name: String, took: Latencies)] { [("ack", acks)] }
    }

    @Test func `draws how long things took up to the slowest of all`() {
        let curve = Timed().acks.curve()
        #expect(curve.first?.x == 0)
        #expect(curve.last == LinePlot.Point(x: 3, y: 1000))
        #expect(zip(curve, curve.dropFirst()).allSatisfy { $0.y <= $1.y && $0.x < $1.x })
        #expect(curve.contains { $0.x == 1 && abs($0.y - 900) < 2 })
        #expect(Latencies().curve().isEmpty)
    }

    @Test(
        arguments: [
            (0, 0, "0"), (0, 2, "0.00"), (1.005, 1, "1.0"), (12.345, 2, "12.35"), (0.06, 2, "0.06"),
            (-0.5, 1, "-0.5"), (-0.01, 1, "0.0"), (99.999, 2, "100.00"), (.infinity, 1, "-"),
            (.nan, 1, "-"), (1e300, 0, "-"), (123_456.7, 0, "123457"),
        ] as [(Double, Int, String)])
    func `rounds its numbers`(number: Double, count: Int, text: String) {
        #expect(number.digits(count) == text)
        #expect(Double?.none.digits(count) == "-")
    }

    @Test func `tells how long things took`() {
        var latencies = Latencies()
        #expect(latencies.microseconds(percentile: 99) == 0)
        for milliseconds in 1...100 as ClosedRange<UInt64> {
            latencies.record(from: 5, to: 5 + milliseconds * 1_000_000)
        }
        #expect((49_900...50_100).contains(latencies.microseconds(percentile: 50)))
        #expect((98_900...99_200).contains(latencies.microseconds(percentile: 99)))
        latencies.record(from: 9, to: 3)
        latencies.reset()
        #expect(latencies.microseconds(percentile: 50) == 0)
    }
}
