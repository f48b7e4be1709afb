import Synchronization

/// Latencies that many threads take together.
final class Stopwatch: Sendable {
    private let latencies = Mutex(Latencies())

    func record(from start: UInt64, to end: UInt64) {
        latencies.withLock { $0.record(from: start, to: end) }
    }

    /// What was taken since the last time.
    func take() -> Latencies {
        latencies.withLock { latencies in
            defer { latencies.reset() }
            return latencies
        }
    }
}
