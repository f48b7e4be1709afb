import Synchronization

/// Networks from which somebody has signed in since the daemon began: the newest of them.
final class KnownNetworks: Sendable {
    /// Of each half; the older half goes when the newer is full.
    private static let halfMax = 50_000

    private let halves = Mutex((newer: Set<UInt64>(), older: Set<UInt64>()))

    /// Somebody has signed in from there.
    func note(_ network: UInt64) {
        halves.withLock { halves in
            guard halves.newer.insert(network).inserted, halves.newer.count > Self.halfMax else {
                return
            }
            halves = (newer: [network], older: halves.newer)
        }
    }

    func contains(_ network: UInt64) -> Bool {
        halves.withLock { $0.newer.contains(network) || $0.older.contains(network) }
    }
}
