import Dispatch
import EventLoop
import Synchronization

/// The calls to a handler, in order. Tests wait for the calls that they expect instead of sleeping.
final class Journal: Sendable {
    enum Event: Equatable, Sendable {
        case opened(ConnectionID)
        case received(ConnectionID, byteCount: Int)
        case finished(ConnectionID)
        case expired(ConnectionID, at: Duration)
        case rested(ConnectionID)
        case stalled(ConnectionID, outboxBytes: Int)
        case closed(ConnectionID, Closure)
        case departed(UInt64)
        case handshakeFailed(String)
        case acceptPaused(AcceptPause)
        case acceptResumed
        case posted
    }

    /// No test waits longer; one that does has failed.
    static let patience = DispatchTimeInterval.seconds(120)

    private let events = Mutex<[Event]>([])
    private let arrival = DispatchSemaphore(value: 0)

    func append(_ event: Event) {
        events.withLock { $0.append(event) }
        arrival.signal()
    }

    var all: [Event] { events.withLock { $0 } }

    /// Waits for what `pick` finds first; `nil` when the patience is over.
    func first<Found>(_ pick: ([Event]) -> Found?) -> Found? {
        let deadline = DispatchTime.now() + Self.patience
        while true {
            if let found = pick(all) { return found }
            guard arrival.wait(timeout: deadline) == .success else { return pick(all) }
        }
    }

    /// The connections opened so far, once there are `count` of them.
    func opened(_ count: Int) -> [ConnectionID] {
        let found = first { events -> [ConnectionID]? in
            let opened = events.compactMap { event in
                if case .opened(let connection) = event { connection } else { nil }
            }
            return opened.count >= count ? opened : nil
        }
        return found ?? []
    }

    /// How the connections ended so far, once `count` have.
    func closures(_ count: Int) -> [Closure] {
        let found = first { events -> [Closure]? in
            let closures = events.compactMap { event in
                if case .closed(_, let closure) = event { closure } else { nil }
            }
            return closures.count >= count ? closures : nil
        }
        return found ?? []
    }
}
