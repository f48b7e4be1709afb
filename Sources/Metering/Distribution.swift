/// What a histogram has counted, as of some moment.
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

    /// What two histograms have counted together.
    public static func + (one: Distribution, other: Distribution) -> Distribution {
        Distribution(
            counts: zip(one.counts, other.counts).map { $0 + $1 },
            nanoseconds: one.nanoseconds + other.nanoseconds)
    }

    /// What a histogram has counted since an earlier moment.
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
