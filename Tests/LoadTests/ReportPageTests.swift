import Testing

@testable import Load

@Suite struct `The page of a report` {
    private struct Sample: Report {
        var took = Latencies()
        var words = "<b>bold</b>"
        var columns: [String] { ["what", "much"] }
        var rows: [[String]] { [[words, "1"]] }
        var times: [(name: String, took: Latencies)] { [("ack", took)] }
        var remarks: [String] { ["as <expected>"] }
        var complaints: [String] { ["BROKEN: \(words)"] }

        private enum CodingKeys: CodingKey {}
    }

    private static var timeline: Timeline {
        var timeline = Timeline()
        timeline.begin("chatting", at: 0)
        for second in 0..<10 as Range<UInt64> {
            _ = timeline.note(
                Timeline.Moment(
                    time: second * 1_000_000_000, process: 1, cpu: second * 400_000_000,
                    heard: Int(second) * 1000))
        }
        return timeline
    }

    private static func page(
        _ report: Sample = Sample(), command: String = "upfor-load chat", _ timeline: Timeline
    ) -> String {
        ReportPage(
            report, title: "upfor-load chat", command: command,
            machine: Machine(processor: "Abacus", cores: 2, kernel: "Linux 6"),
            date: "2026-11-22T20:00:00Z", timeline
        ).html()
    }

    private static var measured: Sample {
        var sample = Sample()
        for time in 1...500 as ClosedRange<UInt64> { sample.took.record(from: 0, to: time * 9000) }
        return sample
    }

    @Test func `is the same for the same data`() {
        #expect(Self.page(Self.measured, Self.timeline) == Self.page(Self.measured, Self.timeline))
    }

    @Test func `says by what, on what and when it was measured`() {
        let page = Self.page(Self.measured, Self.timeline)
        #expect(page.contains("<code>upfor-load chat</code>"))
        #expect(page.contains("2026-11-22T20:00:00Z, Abacus, 2 cores, Linux 6"))
        #expect(page.hasPrefix("<!doctype html>\n"))
        #expect(page.hasSuffix("</html>\n"))
    }

    @Test func `shows the figures, and three pictures of them`() {
        let page = Self.page(Self.measured, Self.timeline)
        #expect(page.contains("<th>p99.9</th>"))
        #expect(page.contains("<td>500</td>"))
        #expect(page.split(separator: "<svg ").count == 4)
        #expect(page.contains(">99 %</text>"))
        #expect(page.contains(">chatting, 0.0 s</text>"))
    }

    @Test func `has no picture of what was not measured`() {
        #expect(!Self.page(Sample(), Timeline()).contains("<svg"))
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x>", "a & b", "<\u{301}script>", "\u{0}\u{7}",
    ])
    func `shows words, and obeys none`(words: String) {
        let page = Self.page(Sample(words: words), command: words, Self.timeline)
        #expect(!page.contains("<script") && !page.contains("<img"))
        #expect(!page.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
        let opened = page.unicodeScalars.count { $0 == "<" }
        let closed = page.unicodeScalars.count { $0 == ">" }
        #expect(opened == closed)
    }

    @Test func `needs nothing else to be shown`() {
        let page = Self.page(Self.measured, Self.timeline)
        for word in ["src=", "href=", "@import", "url("] { #expect(!page.contains(word)) }
    }
}
