import Synchronization

/// Latencies that many threads take together.
final class Stopwatch: Sendable {
    private let latencies = Mutex(Latencies())
    private let countMax: Int

    /// - Parameter countMax: no more than so many are taken, so that two stretches of time have as
    ///   many.
    init(countMax: Int = .max) {
        self.countMax = countMax
    }

    func record(from start: UInt64, to end: UInt64) {
        latencies.withLock { if $0.count < countMax { $0.record(from: start, to: end) } }
    }

    var isFull: Bool { latencies.withLock { $0.count >= countMax } }

    /// What was taken since the last time.
    func take() -> Latencies {
        latencies.withLock { latencies in
            defer { latencies.reset() }
            return latencies
        }
    }
}
