import Histogram

/// How long many things took, to three digits.
struct Latencies: Sendable {
    private var histogram = Histogram<UInt64>(
        highestTrackableValue: 3_600_000_000_000, numberOfSignificantValueDigits: .three)

    /// Nothing yet.
    init() {}

    var count: Int { Int(clamping: histogram.totalCount) }

    /// Takes note of one; what cannot be, an end before its beginning, counts as 0.
    mutating func record(from start: UInt64, to end: UInt64) {
        histogram.record(end > start ? end - start : 0)
    }

    /// Forgets everything, and keeps the memory.
    mutating func reset() { histogram.reset() }

    /// Takes in what another has.
    mutating func add(_ other: Self) { histogram.add(other.histogram) }

    /// The time within which so many of a hundred were done, in microseconds; 0 if there are none.
    func microseconds(percentile: Double) -> Double {
        guard histogram.totalCount > 0 else { return 0 }
        return Double(histogram.valueAtPercentile(percentile)) / 1000
    }
}
