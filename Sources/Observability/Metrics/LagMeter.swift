import EventLoop
import Metering
import Synchronization

/// How long the owner of a queue takes to give a new arrival its turn. It is asked now and then, so
/// that its own work costs nothing more.
package final class LagMeter: Sendable {
    let histogram = Histogram()
    /// When the unanswered question was asked; 0 when there is none.
    private let askedAt = Atomic(0)
    private let worst = Atomic(0)

    /// Asks, unless it still owes an answer.
    ///
    /// - Parameter post: puts work in its queue.
    package func ask(_ post: (@escaping @Sendable () -> Void) -> Void) {
        let now = LoopClock.nanoseconds
        let (isFree, _) = askedAt.compareExchange(
            expected: 0, desired: now, ordering: .relaxed)
        guard isFree else { return }
        post { [self] in answered() }
    }

    /// The longest wait for a turn since the last call, the unfinished one included.
    func takeWorst() -> Duration {
        let asked = askedAt.load(ordering: .relaxed)
        let open = asked == 0 ? 0 : LoopClock.nanoseconds - asked
        return .nanoseconds(max(open, worst.exchange(0, ordering: .relaxed)))
    }

    private func answered() {
        let lag = LoopClock.nanoseconds - askedAt.exchange(0, ordering: .relaxed)
        histogram.note(nanoseconds: lag)
        worst.max(lag, ordering: .relaxed)
    }
}
