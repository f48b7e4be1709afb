package import Observability
import Synchronization

/// What was noted, for a test to look at.
package final class RecordedEvents: EventRecorder {
    private let events = Mutex<[EventName]>([])

    /// Nothing yet.
    package init() {}

    /// All of it, in order.
    package var all: [EventName] { events.withLock { $0 } }

    package func write(_ event: EventName, fields: [EventField]) {
        events.withLock { $0.append(event) }
    }
}
