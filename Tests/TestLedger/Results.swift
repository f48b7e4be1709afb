import Dispatch
package import Kernel
package import Storage
import Synchronization
import Testing

/// Where a store's results arrive, and where a test waits for them.
package final class Results: Sendable {
    private let state = Mutex((waiting: [Completion](), batches: [Int]()))
    private let said = Mutex<[StoreCondition]>([])
    private let arrivals = DispatchSemaphore(value: 0)
    private let news = DispatchSemaphore(value: 0)

    /// Nothing has arrived yet.
    package init() {}

    /// How many results came at a time.
    package var batches: [Int] { state.withLock { $0.batches } }

    /// How many results nobody has taken yet.
    package var count: Int { state.withLock { $0.waiting.count } }

    /// What the store has said of its condition.
    package var conditions: [StoreCondition] { said.withLock { $0 } }

    private let replaced = Mutex(0)
    /// How often the store has said that its data are others.
    package var replacedCount: Int { replaced.withLock { $0 } }
    /// The store says that its data are others.
    package func noteReplaced() { replaced.withLock { $0 += 1 } }

    /// The store says what condition it is in.
    package func hear(_ condition: StoreCondition) {
        said.withLock { $0.append(condition) }
        news.signal()
    }

    /// Returns when the store has said something more of its condition.
    package func awaitCondition() throws {
        try #require(news.wait(timeout: .now() + 120) == .success, "no news")
    }

    /// Results arrive.
    package func append(_ completions: [Completion]) {
        state.withLock { state in
            state.waiting += completions
            state.batches.append(completions.count)
        }
        for _ in completions { arrivals.signal() }
    }

    /// The next `count` results, in the order of their commits.
    package func next(_ count: Int) throws -> [Completion] {
        for _ in 0..<count {
            try #require(arrivals.wait(timeout: .now() + 120) == .success, "no result")
        }
        return state.withLock { state in
            defer { state.waiting.removeFirst(count) }
            return Array(state.waiting.prefix(count))
        }
    }
}
