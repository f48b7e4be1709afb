import EventLoop
import Metering

/// What one sample of a metric costs.
public enum CountCost {
    private static let times = 20_000_000

    /// Nanoseconds, by what is done.
    public static func measure() -> [(name: String, nanoseconds: Double)] {
        let samples = Samples()
        return [
            ("a count, by the thread that owns it", time { samples.count.add($0 & 1) }),
            ("a count, by any thread", time { samples.shared.addFromAnywhere($0 & 1) }),
            ("a histogram", time { samples.histogram.note(nanoseconds: ($0 & 1_023) * 4_096) }),
            ("to read the clock for it", time { samples.count.add(LoopClock.nanoseconds & $0) }),
        ]
    }

    private static func time(_ body: (Int) -> Void) -> Double {
        let start = LoopClock.nanoseconds
        for number in 0..<times { body(number) }
        return Double(LoopClock.nanoseconds - start) / Double(times)
    }
}

private final class Samples: Sendable {
    let count = Count()
    let shared = Count()
    let histogram = Histogram()
}
