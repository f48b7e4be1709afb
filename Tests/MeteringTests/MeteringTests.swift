import Dispatch
import Testing

@testable import Metering

@Suite struct `A histogram` {
    @Test func `puts what it notes into the bucket with the next higher bound`() {
        let histogram = Histogram()
        for nanoseconds in [-1, 0, 100_000, 100_001, 250_000, 5_000_000_000, .max] {
            histogram.note(nanoseconds: nanoseconds)
        }
        let counts = histogram.distribution.counts
        #expect(counts == [3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
        #expect(histogram.distribution.count == 7)
    }

    @Test func `reports what was measured since an earlier moment`() {
        let histogram = Histogram()
        histogram.note(nanoseconds: 200_000, times: 3)
        let before = histogram.distribution
        histogram.note(nanoseconds: 2_000_000)
        let since = histogram.distribution - before
        #expect(since.count == 1)
        #expect(since.nanoseconds == 2_000_000)
        #expect(since + before == histogram.distribution)
    }

    @Test func `tells how long all but one in a hundred took`() throws {
        let histogram = Histogram()
        #expect(histogram.distribution.quantile(0.99) == nil)
        histogram.note(nanoseconds: 1, times: 98)
        histogram.note(nanoseconds: 2_000_000, times: 2)
        // Halfway through the bucket from 1 to 2.5 ms.
        #expect(histogram.distribution.quantile(0.99) == .microseconds(1_750))
        #expect(histogram.distribution.quantile(0.98) == .microseconds(100))
        histogram.note(nanoseconds: .max, times: 1_000)
        #expect(histogram.distribution.quantile(0.99) == .seconds(5))
    }

    @Test func `is read while it is written`() {
        let histogram = Histogram()
        let queue = DispatchQueue(label: "writer")
        queue.async { for _ in 0..<100_000 { histogram.note(nanoseconds: 1) } }
        var last = 0
        while last < 100_000 {
            let count = histogram.distribution.count
            guard count >= last, count <= 100_000 else {
                Issue.record("\(count) after \(last)")
                return
            }
            last = count
        }
        queue.sync {}
    }
}

@Suite struct `A count` {
    @Test func `loses nothing when many threads add from anywhere`() {
        final class Shared: Sendable { let count = Count() }
        let shared = Shared()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<10_000 { shared.count.addFromAnywhere(2) }
        }
        #expect(shared.count.current == 80_000)
    }

    @Test func `goes up and down`() {
        let count = Count()
        count.add()
        count.add(-3)
        #expect(count.current == -2)
    }
}

@Suite struct `Metrics as text` {
    @Test func `have help, type, labels and value, a line each`() {
        var page = Exposition()
        page.begin("upfor_x_total", .counter, "What\nis \\ counted.")
        page.write("upfor_x_total", 3, [("a", "b\"c\\d\ne"), ("f", "g")])
        page.begin("upfor_y", .gauge, "How it is.")
        page.write("upfor_y", 0.25)
        #expect(
            page.text == """
                # HELP upfor_x_total What\\nis \\\\ counted.
                # TYPE upfor_x_total counter
                upfor_x_total{a="b\\"c\\\\d\\ne",f="g"} 3
                # HELP upfor_y How it is.
                # TYPE upfor_y gauge
                upfor_y 0.25

                """)
    }

    @Test func `count in each bucket what is in those below, too`() {
        let histogram = Histogram()
        histogram.note(nanoseconds: 1, times: 2)
        histogram.note(nanoseconds: 7_000_000_000)
        var page = Exposition()
        page.begin("upfor_z_seconds", .histogram, "Time.")
        page.write("upfor_z_seconds", histogram.distribution, [("loop", "0")])
        let lines = page.text.split(separator: "\n").dropFirst(2).map(String.init)
        #expect(lines.count == 18)
        #expect(lines.first == #"upfor_z_seconds_bucket{loop="0",le="0.0001"} 2"#)
        #expect(lines[14] == #"upfor_z_seconds_bucket{loop="0",le="5.0"} 2"#)
        #expect(lines[15] == #"upfor_z_seconds_bucket{loop="0",le="+Inf"} 3"#)
        #expect(lines[16] == #"upfor_z_seconds_sum{loop="0"} 7.000000002"#)
        #expect(lines[17] == #"upfor_z_seconds_count{loop="0"} 3"#)
    }
}
