import Synchronization

/// When the server was last heard, on whichever connection of a node.
///
/// A node whose network to the database carries nothing is of no use to its clients, while others
/// are. It can tell that from a database that is slow: a slow one answers somebody.
final class ServerHearing: Sendable {
    /// How long a node waits for any word of the server while it has asked for one.
    static let silenceMax = Duration.seconds(4)

    private let last: Mutex<ContinuousClock.Instant>

    init(at now: ContinuousClock.Instant = .now) { last = Mutex(now) }

    /// Something came.
    func note(at now: ContinuousClock.Instant = .now) { last.withLock { $0 = now } }

    /// Whether nothing has come for too long.
    func isSilent(at now: ContinuousClock.Instant) -> Bool {
        last.withLock { now - $0 } >= Self.silenceMax
    }
}
