import EventLoop
import Metering
import Synchronization

/// How long something with a queue takes to give whoever comes his turn: asked now and then, so
/// that its own work costs nothing more.
package final class LagMeter: Sendable {
    let histogram = Histogram()
    /// When it was asked what it has not answered yet; 0 when there is nothing.
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

    /// The longest that anybody had to wait since this was last asked, who still waits included.
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
