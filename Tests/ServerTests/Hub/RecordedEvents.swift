import Synchronization

@testable import Server

/// What was noted, for a test to look at.
final class RecordedEvents: EventRecorder {
    private let events = Mutex<[EventName]>([])

    var all: [EventName] { events.withLock { $0 } }

    func write(_ event: EventName, fields: [EventField]) {
        events.withLock { $0.append(event) }
    }
}
