public import Kernel

/// Remembers the daemon's last runs outside the store, so that data put back from a copy are
/// told from data that were only stopped.
public struct RunMemory: Sendable {
    /// The marks last remembered; none when there are none, or they are a copy themselves.
    public let recall: @Sendable () -> [RunMark]
    /// Forgets those, and keeps these, durably.
    public let remember: @Sendable ([RunMark]) throws(Refusal) -> Void

    /// - Parameters: as the properties.
    public init(
        recall: @escaping @Sendable () -> [RunMark],
        remember: @escaping @Sendable ([RunMark]) throws(Refusal) -> Void
    ) {
        self.recall = recall
        self.remember = remember
    }

    /// What was remembered last is committed now: the run before it counts no more, or a copy of
    /// the data that it left would pass for the data themselves.
    public func settle() throws(Refusal) {
        try remember(recall().suffix(1))
    }
}
