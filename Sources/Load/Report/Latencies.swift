import Glibc
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

// MARK: - As a report shows them

extension Latencies {
    /// What is told of each: of so many of a hundred, and of the slowest.
    static let ladder: [(name: String, percentile: Double)] = [
        ("p50", 50), ("p90", 90), ("p99", 99), ("p99.9", 99.9), ("max", 100),
    ]

    /// In microseconds, in the order of the ladder.
    var steps: [Double] { Self.ladder.map { microseconds(percentile: $0.percentile) } }

    /// How long the slowest took, down to the slowest one of all.
    ///
    /// - Returns: `(0, p0)`, `(1, p90)`, `(2, p99)` and so on, with steps between them; nothing
    ///   without a thing that was timed.
    func curve(pointsPerNine: Int = 20) -> [LinePlot.Point] {
        guard count > 0 else { return [] }
        let nines = max(1, log10(Double(count)))
        let steps = 0..<Int((nines * Double(pointsPerNine)).rounded(.up))
        let points = steps.map { step in
            let x = Double(step) / Double(pointsPerNine)
            return LinePlot.Point(x: x, y: microseconds(percentile: 100 * (1 - pow(10, -x))))
        }
        return points + [LinePlot.Point(x: nines, y: microseconds(percentile: 100))]
    }
}

extension Latencies: Encodable {
    private enum CodingKeys: CodingKey {
        case count, p50Microseconds, p90Microseconds, p99Microseconds, p999Microseconds
        case maxMicroseconds
    }

    /// How many there were, and the ladder; the rest is on the page.
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(count, forKey: .count)
        let keys: [CodingKeys] = [
            .p50Microseconds, .p90Microseconds, .p99Microseconds, .p999Microseconds,
            .maxMicroseconds,
        ]
        for (key, step) in zip(keys, steps) { try object.encode(step, forKey: key) }
    }
}
