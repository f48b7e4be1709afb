/// Takes the events of what decides and has no log of its own: the daemon's log, or a test.
package protocol EventRecorder: Sendable {
    /// Notes one event.
    func write(_ event: EventName, fields: [EventField])
}

extension EventRecorder {
    /// Notes one event.
    package func write(_ event: EventName, _ fields: EventField...) {
        write(event, fields: fields)
    }
}

extension EventLog: EventRecorder {}
