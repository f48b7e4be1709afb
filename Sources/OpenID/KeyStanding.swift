import Kernel

/// The key that a token claims to be signed by.
struct KeyName: Hashable, Sendable {
    /// `kid`; nil: the issuer has one key for that algorithm.
    let name: String?
    let algorithm: String
}

/// The known keys of an issuer, their age, and the callers that wait for more.
struct KeyStanding: Sendable {
    /// The least time between two fetches.
    static let pause = Duration.seconds(60)
    /// Older keys are fetched again: the issuer may have withdrawn one.
    static let ageMax = Duration.seconds(3_600)
    /// The longest that a fetch takes.
    static let patience = Duration.seconds(5)
    /// The most callers that wait for one fetch; further ones have to retry.
    static let waitingMax = 64

    struct Waiter: Sendable {
        let name: KeyName
        let resume: @Sendable () -> Void
    }

    /// The outcome of a request to wait.
    enum Place {
        /// The caller waits with others for the fetch under way.
        case joined
        /// No fetch is under way and none may begin, or too many callers wait.
        case refused
        /// The caller has to fetch the keys, and to ``end(with:)`` the fetch.
        case begun
    }

    var keys: [SigningKey] = []
    /// When those keys were requested.
    private var keysAt: Moment?
    /// When the last fetch began, whatever its outcome.
    private var lastFetch: Moment?
    /// The waiting callers; nil: no fetch is under way.
    private var waiting: [Waiter]?
    /// The keys that callers waited for and the fetch did not bring.
    private var absent: Set<KeyName> = []

    /// The key that fits, if there is exactly one.
    func key(_ name: KeyName) -> SigningKey? {
        let fitting = keys.filter {
            $0.algorithm == name.algorithm && (name.name == nil || $0.name == name.name)
        }
        return fitting.count == 1 ? fitting.first : nil
    }

    /// Whether to wait for a fetch, or to begin one, before that key is judged.
    func wantsFetch(for name: KeyName, at now: Moment) -> Bool {
        (key(name) == nil || isOld(at: now)) && (waiting != nil || mayFetch(at: now))
    }

    mutating func wait(
        for name: KeyName, at now: Moment, _ resume: @escaping @Sendable () -> Void
    ) -> Place {
        let waiter = Waiter(name: name, resume: resume)
        if let count = waiting?.count {
            guard count < Self.waitingMax else { return .refused }
            waiting?.append(waiter)
            return .joined
        }
        guard mayFetch(at: now) else { return .refused }
        (lastFetch, waiting) = (now, [waiter])
        return .begun
    }

    /// A fetch has ended; if it brought no keys, the earlier ones stay.
    ///
    /// - Returns: the callers that waited for it.
    mutating func end(with fetched: [SigningKey]) -> [Waiter] {
        let waited = waiting ?? []
        (waiting, absent) = (nil, [])
        guard !fetched.isEmpty else { return waited }
        (keys, keysAt) = (fetched, lastFetch)
        absent = Set(waited.map(\.name)).filter { key($0) == nil }
        return waited
    }

    /// How long it stays unknown whether the issuer has such a key; nil: it is known. Old keys are
    /// used while no fetch is under way, but not during one that may replace them.
    func uncertainty(about name: KeyName, at now: Moment) -> Duration? {
        let isFetching = waiting != nil
        guard key(name) == nil ? isFetching || !absent.contains(name) : isFetching && isOld(at: now)
        else { return nil }
        guard let lastFetch, lastFetch <= now else { return .seconds(1) }
        let end = lastFetch.advanced(by: isFetching ? Self.patience : Self.pause)
        return max(.milliseconds(end.unixMilliseconds - now.unixMilliseconds), .seconds(1))
    }

    private func isOld(at now: Moment) -> Bool {
        guard let keysAt else { return true }
        // After a clock was set back, the age is unknown.
        return keysAt > now || keysAt.advanced(by: Self.ageMax) <= now
    }

    private func mayFetch(at now: Moment) -> Bool {
        guard let lastFetch else { return true }
        return lastFetch > now || lastFetch.advanced(by: Self.pause) <= now
    }
}
