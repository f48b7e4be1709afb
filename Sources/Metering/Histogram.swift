/// How long things took, in buckets that are the same for all histograms: from 100 µs to 5 s.
///
/// One thread notes, any thread reads.
///
/// - Complexity: to note something is a few comparisons and two additions; it allocates nothing.
public final class Histogram: Sendable {
    /// Upper bounds of the buckets but the last, in nanoseconds.
    static let bounds = [
        100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000,
        50_000_000, 100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000,
        5_000_000_000,
    ]
    /// The same in the object itself: a static array is looked up each time.
    private let bounds = InlineArray<15, Int> { Histogram.bounds[$0] }
    private let counts = InlineArray<16, Count> { _ in Count() }
    private let sum = Count()

    /// Nothing noted yet.
    public init() {}

    /// Notes that something took so long.
    ///
    /// - Parameter times: how many things did.
    public func note(nanoseconds: Int, times: Int = 1) {
        var index = 0
        while index < 15, nanoseconds > bounds[index] { index += 1 }
        counts[index].add(times)
        sum.add(nanoseconds &* times)
    }

    /// All that was noted so far. A reader may find a sum and counts that are a note apart.
    public var distribution: Distribution {
        Distribution(counts: (0..<16).map { counts[$0].current }, nanoseconds: sum.current)
    }
}
