import Dispatch
import Kernel
import Synchronization
import Testing

/// Where the store's results arrive, and where a test waits for them.
final class Results: Sendable {
    private let waiting = Mutex<[Completion]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    func append(_ completions: [Completion]) {
        waiting.withLock { $0 += completions }
        for _ in completions { arrivals.signal() }
    }

    /// The next result.
    func next() throws -> Completion { try #require(try next(1).first) }

    /// The next `count` results, in the order of their commits.
    func next(_ count: Int) throws -> [Completion] {
        for _ in 0..<count {
            try #require(
                arrivals.wait(timeout: .now() + 30) == .success, "no result from the store")
        }
        return waiting.withLock { waiting in
            defer { waiting.removeFirst(count) }
            return Array(waiting.prefix(count))
        }
    }
}
