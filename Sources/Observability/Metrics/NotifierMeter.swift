package import Metering

/// What became of notifications on one of the ways by which they leave, or at the desk before them.
package final class NotifierMeter: Sendable {
    /// As the event log has it.
    package let name: String
    package let delivered = Count()
    package let failed = Count()
    package let dropped = Count()

    /// - Parameter name: of the way.
    package init(_ name: String) {
        self.name = name
    }
}
