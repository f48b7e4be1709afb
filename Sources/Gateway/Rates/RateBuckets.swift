import Kernel
import Observability
import Settings

/// Token buckets, each one number: the time at which the bucket will be full again.
///
/// A full bucket is not kept, so memory depends on the owners active now, not on all there ever
/// were.
///
/// - Source: the generic cell rate algorithm, ITU-T I.371 §A.
struct RateBuckets: Sendable {
    /// Identifies a bucket, by its limit and its owner.
    struct Key: Hashable, Sendable {
        let limit: Rate
        let owner: UInt64
        /// Whether it is that of an IPv6 network of 48 bits, not of one of 64; or that of a user,
        /// not of one log-in.
        var isWide = false
    }

    /// Most buckets that are kept.
    static let countMax = 65_536

    private var fullAt: [Key: Duration] = [:]
    /// How many there may be before the full ones are looked for.
    private var sweepCount = 1_024
    /// Not before this time: were there too many, each new owner would cause a look at all.
    private var sweepsAt = Duration.zero

    var count: Int { fullAt.count }

    /// Takes tokens: all of them, or none.
    ///
    /// - Parameter count: how many. More than the bucket can hold are taken when it is full, and
    ///   leave it in debt.
    /// - Returns: how long until there are so many; nil when they were taken.
    mutating func take(
        _ pace: RatePace, _ count: Int = 1, from key: Key, at now: Duration
    ) -> Duration? {
        let full = max(fullAt[key] ?? now, now) + pace.interval * count
        let wait = full - now - pace.interval * max(pace.burst, count)
        guard wait <= .zero else { return wait }
        if fullAt[key] == nil, fullAt.count >= sweepCount { makeRoom(at: now) }
        fullAt[key] = full
        return nil
    }

    /// Takes so many tokens, of which there may be fewer: then the bucket is in debt.
    mutating func charge(_ pace: RatePace, _ count: Int, to key: Key, at now: Duration) {
        if fullAt[key] == nil, fullAt.count >= sweepCount { makeRoom(at: now) }
        fullAt[key] = max(fullAt[key] ?? now, now) + pace.interval * count
    }

    /// How long until the bucket is in debt no more; nil when it is not.
    func debt(_ pace: RatePace, of key: Key, at now: Duration) -> Duration? {
        guard let full = fullAt[key] else { return nil }
        let wait = full - now - pace.interval * pace.burst
        return wait > .zero ? wait : nil
    }

    /// Puts back what was taken.
    mutating func giveBack(_ pace: RatePace, to key: Key) {
        if let full = fullAt[key] { fullAt[key] = full - pace.interval }
    }

    /// Drops the full buckets, which hold no information. If too many others are left, drops a
    /// quarter of them, those nearest to full: they hold the least, and a new owner is metered,
    /// too.
    private mutating func makeRoom(at now: Duration) {
        if now >= sweepsAt {
            fullAt = fullAt.filter { $0.value > now }
            sweepsAt = now + .seconds(1)
        }
        if fullAt.count >= Self.countMax { drop(fullAt.count / 4) }
        sweepCount = min(max(1_024, fullAt.count * 2), Self.countMax)
    }

    private mutating func drop(_ count: Int) {
        let last = fullAt.values.sorted()[count]
        var left = count - fullAt.values.count { $0 < last }
        fullAt = fullAt.filter { _, at in
            guard at == last, left > 0 else { return at >= last }
            left -= 1
            return false
        }
    }
}

/// How often something may be done.
struct RatePace: Equatable, Sendable {
    /// How often at once.
    let burst: Int
    /// How long until there is one more.
    let interval: Duration

    /// - Returns: nil for no limit: `count` or `burst` is 0.
    init?(burst: Int, count: Int, each period: Duration) {
        guard burst > 0, count > 0 else { return nil }
        self.burst = burst
        interval = period / count
    }

    /// So many times as often.
    func multiplied(by factor: Int) -> RatePace {
        RatePace(burst: burst * factor, interval: interval / factor)
    }

    /// A share of it for each of so many, rounded up.
    func divided(by count: Int) -> RatePace {
        RatePace(burst: (burst + count - 1) / count, interval: interval * count)
    }

    private init(burst: Int, interval: Duration) {
        (self.burst, self.interval) = (burst, interval)
    }
}

extension Configuration.Rates {
    /// How often something may be done; nil for no limit.
    func pace(of rate: Rate) -> RatePace? {
        guard enabled else { return nil }
        let count = values.integer(rate.count)
        return RatePace(
            burst: rate.burst.map(values.integer) ?? count, count: count,
            each: rate.period.duration)
    }

    /// The limit as the event log names it: by the setting that an operator may want to change.
    func field(of rate: Rate) -> EventField {
        .limit(LimitName(rate), values.integer(rate.count))
    }
}
