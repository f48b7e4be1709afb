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
    /// - Parameters:
    ///   - network: where it comes from, see `SocketAddress.networkKey`.
    ///   - isProxy: whether that may have any number of them: others are behind it.
    func admit(
        _ network: UInt64, isProxy: Bool = false, within settings: ClientSettings
    ) -> Admission {
        counts.withLock { counts in
            guard counts.total < settings.connectionsMax else {
                return .full(.connections, settings.connectionsMax)
            }
            let known = counts.byNetwork[network] ?? 0
            guard isProxy || known < settings.connectionsPerAddressMax else {
                return .full(.connectionsPerAddress, settings.connectionsPerAddressMax)
            }
            counts.total += 1
            counts.byNetwork[network] = known + 1
            return .admitted
        }
    }

    /// One that was admitted is known to come from somewhere else: it counts there, if it may.
    func move(
        from proxy: UInt64, to network: UInt64, within settings: ClientSettings
    ) -> Admission {
        counts.withLock { counts in
            let known = counts.byNetwork[network] ?? 0
            guard known < settings.connectionsPerAddressMax else {
                return .full(.connectionsPerAddress, settings.connectionsPerAddressMax)
            }
            counts.byNetwork[network] = known + 1
            Self.takeOne(from: proxy, &counts)
            return .admitted
        }
    }

    /// One that was admitted is gone.
    func leave(_ network: UInt64) {
        counts.withLock { counts in
            if Self.takeOne(from: network, &counts) { counts.total -= 1 }
        }
    }

    /// - Returns: whether there was one.
    @discardableResult
    private static func takeOne(from network: UInt64, _ counts: inout Counts) -> Bool {
        guard let known = counts.byNetwork[network] else { return false }
        counts.byNetwork[network] = known > 1 ? known - 1 : nil
        return true
    }
}
