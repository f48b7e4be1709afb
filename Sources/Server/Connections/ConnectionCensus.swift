import Synchronization

/// How many connections there are, in all and from each network: one count for all loops.
final class ConnectionCensus: Sendable {
    /// What became of one that asked.
    enum Admission: Equatable {
        case admitted
        /// There are as many as may be.
        case full(LimitName, Int)
    }

    private struct Counts {
        var total = 0
        var byNetwork: [UInt64: Int] = [:]
    }

    private let counts = Mutex(Counts())

    /// Counts a connection, if it may come.
    ///
    /// - Parameter network: where it comes from, see `SocketAddress.networkKey`.
    func admit(_ network: UInt64, within settings: ClientSettings) -> Admission {
        counts.withLock { counts in
            guard counts.total < settings.connectionsMax else {
                return .full(.connections, settings.connectionsMax)
            }
            let known = counts.byNetwork[network] ?? 0
            guard known < settings.connectionsPerAddressMax else {
                return .full(.connectionsPerAddress, settings.connectionsPerAddressMax)
            }
            counts.total += 1
            counts.byNetwork[network] = known + 1
            return .admitted
        }
    }

    /// One that was admitted is gone.
    func leave(_ network: UInt64) {
        counts.withLock { counts in
            guard let known = counts.byNetwork[network] else { return }
            counts.total -= 1
            counts.byNetwork[network] = known > 1 ? known - 1 : nil
        }
    }
}
