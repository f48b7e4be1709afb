import Kernel
import Sessions
import Synchronization

/// How often each user, device and address may do what: one count for all loops.
package final class RateLimiter: Sendable {
    /// What was done too often.
    struct Excess: Equatable {
        let limit: EventField
        let retryAfter: Duration
    }

    /// Who asks.
    enum Asking {
        /// A signed-in user, by a token.
        case user(Caller)
        /// Somebody at an address, see `SocketAddress.networkKey`; for an account by one of its
        /// names, if the command has one.
        case visitor(network: UInt64, account: String?)
    }

    private static let shardCount = 16
    /// Apart, so that those who need no account to come cannot push out what is known of users.
    private let userShards: [MutexBox]
    private let visitorShards: [MutexBox]
    private let rates: Mutex<Plan>

    /// The paces of this configuration, by the number of their limit.
    private struct Plan {
        let rates: Configuration.Rates
        let paces: [RatePace?]

        init(_ rates: Configuration.Rates) {
            self.rates = rates
            paces = RateLimit.allCases.map { $0.pace(in: rates) }
        }
    }

    /// A mutex in a place of its own.
    private final class MutexBox: Sendable {
        let buckets = Mutex(RateBuckets())
    }

    package init(_ rates: Configuration.Rates) {
        userShards = (0..<Self.shardCount).map { _ in MutexBox() }
        visitorShards = (0..<Self.shardCount).map { _ in MutexBox() }
        self.rates = Mutex(Plan(rates))
    }

    /// From now on so often; what is in the buckets stays.
    func change(to rates: Configuration.Rates) {
        self.rates.withLock { $0 = Plan(rates) }
    }

    /// Somebody uses a command.
    ///
    /// - Parameter rate: the kind of command; nil for one that only counts among all of a device.
    /// - Returns: nil when it may be done.
    func take(_ rate: Rate?, _ asking: Asking, at now: Duration) -> Excess? {
        switch asking {
        case .user(let caller):
            take(.commands, UInt64(bitPattern: caller.token.rawValue), now)
                ?? rate.flatMap(\.userLimit).flatMap {
                    take($0, UInt64(bitPattern: caller.user.rawValue), now)
                }
        case .visitor(let network, let account):
            switch rate {
            case .logins:
                // The address first: names are the peer's to choose, and each has a bucket.
                take(.addressLogins, network, now)
                    ?? account.flatMap { take(.logins, Self.owner(network, $0.lowercased()), now) }
            case .recoveries:
                take(.addressLogins, network, now)
                    ?? account.flatMap {
                        take(.recoveries, Self.owner(network, $0.lowercased()), now)
                    }
            case .registrations: take(.registrations, network, now)
            default: nil
            }
        }
    }

    /// What a user was admitted for did not happen, and not for their fault.
    func giveBack(_ rate: Rate, to caller: Caller) {
        guard let limit = rate.userLimit else { return }
        giveBack(limit, UInt64(bitPattern: caller.user.rawValue))
    }

    /// The same for a visitor.
    ///
    /// - Parameter account: as it was given to `take`.
    func giveBack(_ rate: Rate, from network: UInt64, _ account: String?) {
        switch rate {
        case .logins:
            giveBack(.addressLogins, network)
            if let account { giveBack(.logins, Self.owner(network, account.lowercased())) }
        case .recoveries:
            giveBack(.addressLogins, network)
            if let account { giveBack(.recoveries, Self.owner(network, account.lowercased())) }
        case .registrations: giveBack(.registrations, network)
        default: break
        }
    }

    private func giveBack(_ limit: RateLimit, _ owner: UInt64) {
        guard let pace = rates.withLock({ $0.paces[limit.rawValue] }) else { return }
        shard(of: limit, owner).buckets.withLock {
            $0.giveBack(pace, to: RateBuckets.Key(limit: limit, owner: owner))
        }
    }

    /// A user opens a session.
    ///
    /// - Returns: how long until that may be; nil when it may.
    func wait(of user: User.ID, for deed: SessionsFeature.Deed, at now: Duration) -> Duration? {
        let limit: RateLimit = deed == .snapshot ? .snapshots : .sessions
        return take(limit, UInt64(bitPattern: user.rawValue), now)?.retryAfter
    }

    /// Somebody at an address tries to get into an account, whatever they call it.
    ///
    /// - Returns: false when that was tried too often.
    func admits(_ user: User.ID, from network: UInt64, at now: Duration) -> Bool {
        take(.logins, Self.owner(network, user), now) == nil
    }

    /// What somebody was admitted for was the account's owner: it is not counted.
    func forgive(_ user: User.ID, from network: UInt64) {
        giveBack(.logins, Self.owner(network, user))
    }

    /// Somebody from a network that is new to an account tries to get into it: counted for all such
    /// networks together.
    func admitsNew(_ user: User.ID, at now: Duration) -> AttemptLimit.Verdict {
        let account = UInt64(bitPattern: user.rawValue)
        guard take(.accountLogins, account, now) != nil else { return .admitted }
        return take(.attemptNotices, account, now) == nil ? .refusedFirst : .refused
    }

    /// What was admitted so was the account's owner: it is not counted.
    func forgiveNew(_ user: User.ID) {
        giveBack(.accountLogins, UInt64(bitPattern: user.rawValue))
    }

    private func take(_ limit: RateLimit, _ owner: UInt64, _ now: Duration) -> Excess? {
        let (pace, rates) = rates.withLock { ($0.paces[limit.rawValue], $0.rates) }
        guard let pace else { return nil }
        let key = RateBuckets.Key(limit: limit, owner: owner)
        let wait = shard(of: limit, owner).buckets.withLock { $0.take(pace, from: key, at: now) }
        return wait.map { Excess(limit: limit.field(in: rates), retryAfter: $0) }
    }

    private func shard(of limit: RateLimit, _ owner: UInt64) -> MutexBox {
        (limit.isOfVisitors ? visitorShards : userShards)[
            Int((owner &* 0x9E37_79B9_7F4A_7C15) >> 60)]
    }

    private static func owner(_ network: UInt64, _ account: some Hashable) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(network)
        hasher.combine(account)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

extension Rate {
    /// The limit of it that goes by user.
    fileprivate var userLimit: RateLimit? {
        switch self {
        case .messages: .messages
        case .requests: .requests
        case .toggles: .toggles
        case .lookups: .lookups
        case .settings: .settings
        case .marks: .marks
        case .proofs: .proofs
        case .profiles: .profiles
        case .exports: .exports
        case .searches: .searches
        case .uploads: .uploads
        case .reports: .reports
        case .logins, .recoveries, .registrations: nil
        }
    }
}
