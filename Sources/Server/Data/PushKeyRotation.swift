import Notifications
public import Observability
public import Settings

/// Another key for push services, in place of the one that browsers subscribe with.
public struct PushKeyRotation: Sendable {
    private let file: VapidFile

    /// - Parameter configuration: says where the data are.
    public init(_ configuration: Configuration) {
        file = VapidFile(in: configuration.data.folder)
    }

    /// Makes it; a daemon uses it from its next start on, and the one before for the subscriptions
    /// that were made with that.
    ///
    /// - Parameter drops: whether the key before those may go, with all that belongs to it.
    /// - Throws: ``StartFailure`` when there is one and it may not go, or nothing can be written.
    public func run(droppingPrevious drops: Bool) throws(StartFailure) {
        _ = try file.rotate(drops: drops)
    }
}
