import Synchronization

/// When each visitor last asked to be signed in: written by their loop, read by that of the others.
final class Arrivals: Sendable {
    private let times: Mutex<[UInt64]>

    /// For so many visitors.
    init(_ count: Int) {
        times = Mutex([UInt64](repeating: 0, count: count))
    }

    /// Takes note of an arrival, by ``MonotonicClock``.
    func note(_ visitor: Int, at now: UInt64) {
        times.withLock { $0[visitor] = now }
    }

    /// The last arrival of that visitor.
    func time(of visitor: Int) -> UInt64 {
        times.withLock { $0[visitor] }
    }
}
