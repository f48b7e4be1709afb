import Kernel
import Observability
import Settings

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
