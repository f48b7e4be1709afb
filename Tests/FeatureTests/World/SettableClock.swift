import Kernel
import Synchronization

/// A clock that stands still until a test advances it.
final class SettableClock: Sendable {
    /// 2026-11-20T12:00:00Z.
    static let start = Moment(unixMilliseconds: 1_795_176_000_000)

    private let moment = Mutex(SettableClock.start)

    var now: Moment { moment.withLock { $0 } }

    /// Goes on (or back, when negative).
    func advance(by duration: Duration) {
        moment.withLock { $0 = $0.advanced(by: duration) }
    }
}
