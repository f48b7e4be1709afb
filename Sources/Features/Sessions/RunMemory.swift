public import Kernel

/// Remembers the daemon's last runs outside the store, so that data put back from a copy are
/// told from data that were only stopped.
public struct RunMemory: Sendable {
    /// The names last remembered; none when there are none.
    public let recall: @Sendable () -> [String]
    /// Forgets those, and keeps these, durably.
    public let remember: @Sendable ([String]) throws(Refusal) -> Void

    /// - Parameters: as the properties.
    public init(
        recall: @escaping @Sendable () -> [String],
        remember: @escaping @Sendable ([String]) throws(Refusal) -> Void
    ) {
        self.recall = recall
        self.remember = remember
    }
}
