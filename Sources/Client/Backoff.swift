/// How long a client waits before it comes back: longer each time, and never the same as others.
///
/// The whole wait is drawn at random ("full jitter"), so that a thousand clients that lost the
/// same server spread over the whole interval instead of returning together.
///
/// - Source: Brooker, "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015).
public struct Backoff: Sendable, Equatable {
    /// The longest wait before the first attempt.
    public var first: Duration
    /// The longest wait there is.
    public var max: Duration
    /// A connection that lasted this long counts as good: the next wait is a first one again.
    public var steadyAfter: Duration

    /// Waits of up to `first`, then twice that, and so on to `max`.
    public init(
        first: Duration = .milliseconds(500), max: Duration = .seconds(30),
        steadyAfter: Duration = .seconds(10)
    ) {
        self.first = first
        self.max = max
        self.steadyAfter = steadyAfter
    }

    /// The wait before the next attempt: 0 to `first` · 2^`attempts`, or to `max` if that is less.
    ///
    /// - Parameter attempts: how many have failed since the last good connection.
    public func wait(
        after attempts: Int, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        // 2^20 half seconds are six days: far above any sensible `max`, and far from overflow.
        let factor = 1 << Swift.min(Swift.max(0, attempts), 20)
        let ceiling = Swift.min(first * factor, max).wholeMilliseconds
        return .milliseconds(Int64(generator.next(upperBound: UInt64(ceiling) + 1)))
    }
}
