import Metering

/// What became of notifications on one of the ways by which they leave, or at the desk before them.
final class NotifierMeter: Sendable {
    /// As the event log has it.
    let name: String
    let delivered = Count()
    let failed = Count()
    let dropped = Count()

    init(_ name: String) {
        self.name = name
    }
}
