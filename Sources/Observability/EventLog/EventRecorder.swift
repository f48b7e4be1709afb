import Settings

/// Takes the events of what decides and has no log of its own: the daemon's log, or a test.
package protocol EventRecorder: Sendable {
    /// Notes one event.
    func write(_ event: EventName, fields: [EventField])
    /// Whether such an event is written at all: where to gather its fields would cost something.
    func takes(_ event: EventName) -> Bool
    /// Notes that an event was not worth a line.
    func leaveOut(_ event: EventName)
}

extension EventRecorder {
    /// All but what is only for whoever is looking for something.
    package func takes(_ event: EventName) -> Bool { event.level >= .info }

    /// Nothing.
    package func leaveOut(_ event: EventName) {}

    /// Notes one event.
    package func write(_ event: EventName, _ fields: EventField...) {
        write(event, fields: fields)
    }
}

extension EventLog: EventRecorder {}
