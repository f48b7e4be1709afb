import Accounts
import EventLoop
package import Kernel
import Observability
package import Sessions
package import Settings
import Synchronization

/// Limits how often each user, device and address may do what: one count for all loops.
package final class RateLimiter: Sendable {
    /// A limit that is exceeded, and how long until it is not.
    struct Excess: Equatable {
        let limit: EventField
        let retryAfter: Duration
    }

    /// The role of a caller.
    enum Asking {
        /// A signed-in user, by a token.
        case user(Caller)
        /// A visitor, by its address, see `SocketAddress.networkKey`; `account` is the name of an
        /// account in the command, if it has one.
        case visitor(network: UInt64, account: String?)
    }

    private static let shardCount = 16
    /// Apart, so that visitors, who need no account, cannot push out the buckets of users.
    private let userShards: [MutexBox]
    private let visitorShards: [MutexBox]
    private let rates: Mutex<Plan>

    /// The paces of this configuration, by limit.
    private struct Plan {
        let rates: Configuration.Rates
        let limits: [Rate]
        let nodeCount: Int
        let paces: [Rate: RatePace]

        init(_ rates: Configuration.Rates, of limits: [Rate], nodeCount: Int = 1) {
            (self.rates, self.limits, self.nodeCount) = (rates, limits, nodeCount)
            let paces = (limits + [.attemptNotices, .refusals, .visitorRefusals]).compactMap {
                rate in
                rates.pace(of: rate).map { pace in
                    (rate, rate.isOfVisitors ? pace.divided(by: nodeCount) : pace)
                }
            }
            self.paces = Dictionary(uniqueKeysWithValues: paces)
        }
    }

    /// A mutex in a place of its own.
    private final class MutexBox: Sendable {
        let buckets = Mutex(RateBuckets())
    }

    /// - Parameters:
    ///   - rates: what is set.
    ///   - limits: every limit that can be set.
    package init(_ rates: Configuration.Rates, of limits: [Rate]) {
        userShards = (0..<Self.shardCount).map { _ in MutexBox() }
        visitorShards = (0..<Self.shardCount).map { _ in MutexBox() }
        self.rates = Mutex(Plan(rates, of: limits))
    }

    /// Applies other rates from now on; the buckets keep their content.
    package func change(to rates: Configuration.Rates) {
        self.rates.withLock { $0 = Plan(rates, of: $0.limits, nodeCount: $0.nodeCount) }
    }

    /// Divides the limits of visitors among this many nodes, since each node counts by itself. The
    /// limits of users are not divided: a user is on a node or two, however many there are.
    package func share(among nodeCount: Int) {
        rates.withLock { plan in
            guard plan.nodeCount != nodeCount else { return }
            plan = Plan(plan.rates, of: plan.limits, nodeCount: max(1, nodeCount))
        }
    }

    /// Counts the use of a command.
    ///
    /// - Parameters:
    ///   - rate: the kind of command; nil for one that only counts among all of a device.
    ///   - count: how many tokens of a user's `rate` it takes.
    /// - Returns: nil when it is allowed.
    func take(
        _ rate: Rate?, _ asking: Asking, count: Int = 1, at now: Duration
    ) -> Excess? {
        switch asking {
        case .user(let caller):
            take(.commands, UInt64(bitPattern: caller.token.rawValue), now)
                ?? take(.commands, UInt64(bitPattern: caller.user.rawValue), now, isWide: true)
                ?? rate.flatMap(\.userLimit).flatMap {
                    take($0, UInt64(bitPattern: caller.user.rawValue), now, count: count)
                }
        case .visitor(let network, let account):
            take(rate?.visitorLimits(account) ?? [], from: network, now)
        }
    }

    /// Counts a refusal.
    ///
    /// - Returns: whether too much was refused lately.
    func floods(_ caller: Caller?, from network: UInt64, at now: Duration) -> Bool {
        guard let caller else {
            return take([VisitorLimit(.visitorRefusals)], from: network, now) != nil
        }
        return take(.refusals, UInt64(bitPattern: caller.user.rawValue), now) != nil
    }

    /// The excess, if a user's reads have cost more than they may.
    func excess(ofReadsBy caller: Caller, at now: Duration) -> Excess? {
        let (limit, owner) = (Rate.reads, UInt64(bitPattern: caller.user.rawValue))
        guard let pace = pace(of: limit, isWide: false) else { return nil }
        let key = RateBuckets.Key(limit: limit, owner: owner)
        let wait = shard(of: limit, owner).buckets.withLock { $0.debt(pace, of: key, at: now) }
        return wait.map { wait in
            Excess(limit: rates.withLock { $0.rates.field(of: limit) }, retryAfter: wait)
        }
    }

    /// Charges a user for the answer to a read.
    ///
    /// The rows read are not counted. A command reads some of them and leaves them out, and the
    /// moment at which the limit is reached would reveal those to the caller.
    ///
    /// - Parameter byteCount: of the answer.
    func charge(_ caller: Caller, byteCount: Int, at now: Duration) {
        let (limit, owner) = (Rate.reads, UInt64(bitPattern: caller.user.rawValue))
        guard let pace = pace(of: limit, isWide: false) else { return }
        let key = RateBuckets.Key(limit: limit, owner: owner)
        let count = Self.unitsOfAnswer + byteCount / Self.unitBytes
        shard(of: limit, owner).buckets.withLock { $0.charge(pace, count, to: key, at: now) }
    }

    /// The cost of an answer besides its bytes.
    private static let unitsOfAnswer = 16
    /// So many bytes of an answer cost one unit.
    private static let unitBytes = 256

    /// Gives a user back one token of a rate: the command failed, and not through the user's fault.
    func giveBack(_ rate: Rate, to caller: Caller) {
        guard let limit = rate.userLimit else { return }
        giveBack(limit, UInt64(bitPattern: caller.user.rawValue))
    }

    /// The same for a visitor.
    ///
    /// - Parameter account: as it was given to `take`.
    func giveBack(_ rate: Rate, from network: UInt64, _ account: String?) {
        for limit in rate.visitorLimits(account) { giveBack(limit, from: network) }
    }

    /// Takes a token of another rate instead of one that a user has paid, if there is one.
    package func exchange(_ paid: Rate, for other: Rate, of user: User.ID, at now: Duration) {
        let owner = UInt64(bitPattern: user.rawValue)
        guard take(other, owner, now) == nil else { return }
        giveBack(paid, owner)
    }

    private func giveBack(_ limit: Rate, _ owner: UInt64, isWide: Bool = false) {
        guard let pace = pace(of: limit, isWide: isWide) else { return }
        shard(of: limit, owner).buckets.withLock {
            $0.giveBack(pace, to: RateBuckets.Key(limit: limit, owner: owner, isWide: isWide))
        }
    }

    /// Counts a session that a user opens.
    ///
    /// - Returns: how long until it is allowed; nil when it is.
    package func wait(of user: User.ID, for deed: SessionsFeature.Deed, at now: Duration)
        -> Duration?
    {
        let limit: Rate = deed == .snapshot ? .snapshots : .sessions
        return take(limit, UInt64(bitPattern: user.rawValue), now)?.retryAfter
    }

    /// Counts an attempt to get into an account from a network, by whichever of the account's
    /// names.
    ///
    /// - Returns: false when there were too many attempts.
    func admits(_ user: User.ID, from network: UInt64, at now: Duration) -> Bool {
        take([VisitorLimit(.logins, user)], from: network, now) == nil
    }

    /// Takes back such an attempt: the account's owner made it.
    func forgive(_ user: User.ID, from network: UInt64) {
        giveBack(VisitorLimit(.logins, user), from: network)
    }

    /// Counts an attempt to get into an account from a network that is new to it: one count for all
    /// such networks together.
    func admitsNew(_ user: User.ID, at now: Duration) -> AttemptLimit.Verdict {
        let account = UInt64(bitPattern: user.rawValue)
        guard take(.accountLogins, account, now) != nil else { return .admitted }
        return take(.attemptNotices, account, now) == nil ? .refusedFirst : .refused
    }

    /// Takes back such an attempt: the account's owner made it.
    func forgiveNew(_ user: User.ID) {
        giveBack(.accountLogins, UInt64(bitPattern: user.rawValue))
    }

    private func take(
        _ limit: Rate, _ owner: UInt64, _ now: Duration, count: Int = 1, isWide: Bool = false
    ) -> Excess? {
        guard let pace = pace(of: limit, isWide: isWide) else { return nil }
        let key = RateBuckets.Key(limit: limit, owner: owner, isWide: isWide)
        let wait = shard(of: limit, owner).buckets.withLock {
            $0.take(pace, count, from: key, at: now)
        }
        return wait.map { wait in
            Excess(limit: rates.withLock { $0.rates.field(of: limit) }, retryAfter: wait)
        }
    }

    private func pace(of limit: Rate, isWide: Bool) -> RatePace? {
        let pace = rates.withLock { $0.paces[limit] }
        return isWide ? pace?.multiplied(by: Self.wideFactor) : pace
    }

    private func shard(of limit: Rate, _ owner: UInt64) -> MutexBox {
        (limit.isOfVisitors ? visitorShards : userShards)[
            Int((owner &* 0x9E37_79B9_7F4A_7C15) >> 60)]
    }
}

// MARK: - By network

extension RateLimiter {
    /// An IPv6 network of 48 bits may do so many times what one of 64 bits may: it has 65,536 of
    /// those, and one customer may have all of it. A user may do so many times what one log-in may.
    static let wideFactor = 4

    /// Takes from a network and from the site that it is in, one limit after the other.
    private func take(
        _ limits: [VisitorLimit], from network: UInt64, _ now: Duration
    ) -> Excess? {
        let site = SocketAddress.wideNetworkKey(of: network)
        for limit in limits {
            if let excess = take(limit.limit, limit.owner(at: network), now) { return excess }
            guard SocketAddress.isIPv6(networkKey: network) else { continue }
            if let excess = take(limit.limit, limit.owner(at: site), now, isWide: true) {
                giveBack(limit.limit, limit.owner(at: network))
                return excess
            }
        }
        return nil
    }

    private func giveBack(_ limit: VisitorLimit, from network: UInt64) {
        giveBack(limit.limit, limit.owner(at: network))
        guard SocketAddress.isIPv6(networkKey: network) else { return }
        let site = SocketAddress.wideNetworkKey(of: network)
        giveBack(limit.limit, limit.owner(at: site), isWide: true)
    }
}

/// A limit by the network of a visitor, and perhaps by the account that the visitor names.
private struct VisitorLimit {
    let limit: Rate
    private let account: Int?

    init(_ limit: Rate) { (self.limit, account) = (limit, nil) }

    init(_ limit: Rate, _ account: some Hashable) {
        (self.limit, self.account) = (limit, account.hashValue)
    }

    func owner(at place: UInt64) -> UInt64 {
        guard let account else { return place }
        var hasher = Hasher()
        hasher.combine(place)
        hasher.combine(account)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

extension Rate {
    /// This rate's limits for visitors. The address comes first: the peer chooses the names, and
    /// each name has a bucket.
    fileprivate func visitorLimits(_ account: String?) -> [VisitorLimit] {
        switch owner {
        case .address: return [VisitorLimit(self)]
        case .account(let address):
            let name = account?.lowercased()
            return [VisitorLimit(address)] + (name.map { [VisitorLimit(self, $0)] } ?? [])
        case .user, .device, .accountAnywhere: return []
        }
    }
}
