import Kernel

/// How long a token is good.
public struct TokenTerms: Equatable, Sendable {
    /// How long a token that was replaced is still taken after the first use of the one that
    /// replaced it: for what was on its way.
    static let overlap = Duration.seconds(60)
    /// How long after a log-in its use is noted for the first time, at the earliest; later once a
    /// day.
    static let firstNote = Duration.seconds(60)
    /// Most renewals of a log-in within ``renewalsWithin``.
    static let renewalsMax = 8
    static let renewalsWithin = Duration.seconds(86_400)

    /// From when it was made.
    public let lifetime: Duration
    /// From when it was used last; nil: however long that was ago.
    public let idle: Duration?
    /// Of a log-in on another person's device: renewing its token does not prolong it.
    public let guest: Duration
    /// Most log-ins of an account.
    public let logInsMax: Int

    /// - Parameters: as the properties.
    public init(
        lifetime: Duration, idle: Duration? = nil, guest: Duration = .seconds(12 * 3_600),
        logInsMax: Int = 100
    ) {
        (self.lifetime, self.idle, self.guest, self.logInsMax) = (lifetime, idle, guest, logInsMax)
    }

    /// When a token that is noted to be used now ends, unless it is used again.
    ///
    /// It may be used until it is noted the next time, and must not end earlier for that.
    func end(at now: Moment) -> Moment {
        guard let idle else { return Moment(unixMilliseconds: .max) }
        return now.advanced(by: idle + TokenUse.interval)
    }
}
