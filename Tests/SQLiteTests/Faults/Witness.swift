import Dispatch
import Kernel
import Storage
import Synchronization
import Testing

/// Hears what a store says, and waits for it.
final class Witness: Sendable {
    private struct Heard {
        var completions: [Completion] = []
        var conditions: [StoreCondition] = []
    }

    private let heard = Mutex(Heard())
    private let news = DispatchSemaphore(value: 0)

    var completions: [Completion] { heard.withLock { $0.completions } }
    var conditions: [StoreCondition] { heard.withLock { $0.conditions } }

    /// Whether the store has said that it will say no more.
    var isDismissed: Bool {
        if case .broken? = conditions.last { true } else { false }
    }

    func hear(_ completions: [Completion]) {
        heard.withLock { $0.completions += completions }
        news.signal()
    }

    func hear(_ condition: StoreCondition) {
        heard.withLock { $0.conditions.append(condition) }
        news.signal()
    }

    /// Returns when there are that many answers, or will be no more.
    func wait(for count: Int) throws {
        while completions.count < count, !isDismissed {
            try #require(news.wait(timeout: .now() + 120) == .success, "no answer")
        }
    }
}
