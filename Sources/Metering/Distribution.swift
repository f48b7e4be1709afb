public import Synchronization

/// The counts of a histogram, as of some moment.
public struct Distribution: Equatable, Sendable {
    /// How many there are in each bucket, the last one without an upper bound.
    let counts: [Int]
    /// How long all of them took together.
    public let nanoseconds: Int

    init(counts: [Int], nanoseconds: Int) {
        (self.counts, self.nanoseconds) = (counts, nanoseconds)
    }

    /// Nothing.
    public static let none = Distribution(
        counts: [Int](repeating: 0, count: Histogram.bounds.count + 1), nanoseconds: 0)

    /// How many there are.
    public var count: Int { counts.reduce(0, +) }

    /// The sum of two histograms' counts.
    public static func + (one: Distribution, other: Distribution) -> Distribution {
        Distribution(
            counts: zip(one.counts, other.counts).map { $0 + $1 },
            nanoseconds: one.nanoseconds + other.nanoseconds)
    }

    /// The counts of a histogram since an earlier moment.
    public static func - (now: Distribution, before: Distribution) -> Distribution {
        Distribution(
            counts: zip(now.counts, before.counts).map { $0 - $1 },
            nanoseconds: now.nanoseconds - before.nanoseconds)
    }

    /// How long a share of them took at most; what is beyond the last bound is taken for that.
    ///
    /// - Parameter share: 0.99 for all but one in a hundred.
    /// - Returns: nil when there are none. Inside of a bucket they are taken to be spread evenly.
    public func quantile(_ share: Double) -> Duration? {
        let total = count
        guard total > 0 else { return nil }
        let rank = share * Double(total)
        var below = 0
        var lower = 0
        for (count, upper) in zip(counts, Histogram.bounds) {
            if count > 0, Double(below + count) >= rank {
                let part = (rank - Double(below)) / Double(count)
                return .nanoseconds(lower + Int(part * Double(upper - lower)))
            }
            (below, lower) = (below + count, upper)
        }
        return .nanoseconds(lower)
    }
}

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

/// A number that goes up, or up and down, and that any thread may read at any time.
///
/// - Complexity: `add` is what adding to a plain variable is: no atomic addition, no line of the
///   cache that goes from core to core. `upford measure` prints what each takes.
public struct Count: ~Copyable, Sendable {
    @usableFromInline let value = Atomic<Int>(0)

    /// Zero.
    public init() {}

    /// Adds, on the one thread that adds to this count.
    @inlinable
    public borrowing func add(_ number: Int = 1) {
        value.store(value.load(ordering: .relaxed) &+ number, ordering: .relaxed)
    }

    /// Sets, on the one thread that does.
    @inlinable
    public borrowing func set(_ number: Int) {
        value.store(number, ordering: .relaxed)
    }

    /// Adds, on any thread.
    @inlinable
    public borrowing func addFromAnywhere(_ number: Int = 1) {
        value.wrappingAdd(number, ordering: .relaxed)
    }

    /// The number now.
    @inlinable
    public var current: Int { value.load(ordering: .relaxed) }
}
