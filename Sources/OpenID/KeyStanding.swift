import Kernel

/// What a token says of the key that has signed it.
struct KeyName: Hashable, Sendable {
    /// `kid`; nil: the issuer has one key for that algorithm.
    let name: String?
    let algorithm: String
}

/// Which keys of an issuer are known, since when, and who waits for more.
struct KeyStanding: Sendable {
    /// So far apart are two fetches.
    static let pause = Duration.seconds(60)
    /// Keys that were fetched longer ago are asked for again: an issuer may have withdrawn one.
    static let ageMax = Duration.seconds(3_600)
    /// No fetch takes longer.
    static let patience = Duration.seconds(5)
    /// Most that wait for one fetch; whoever comes then comes again.
    static let waitingMax = 64

    struct Waiter: Sendable {
        let name: KeyName
        let resume: @Sendable () -> Void
    }

    /// What becomes of somebody who wants to wait.
    enum Place {
        /// With others, for the fetch under way.
        case joined
        /// There is none, and none may begin; or too many wait.
        case refused
        /// Whoever asks has to fetch, and to ``end(with:)`` it.
        case begun
    }

    var keys: [SigningKey] = []
    /// When those keys were asked for.
    private var keysAt: Moment?
    /// Of the last fetch that was begun, whatever came of it.
    private var lastFetch: Moment?
    /// Nil: no fetch is under way.
    private var waiting: [Waiter]?
    /// What was waited for, and is not among the keys that came.
    private var absent: Set<KeyName> = []

    /// The only one that fits.
    func key(_ name: KeyName) -> SigningKey? {
        let fitting = keys.filter {
            $0.algorithm == name.algorithm && (name.name == nil || $0.name == name.name)
        }
        return fitting.count == 1 ? fitting.first : nil
    }

    /// Whether there is a fetch to wait for, or to begin, before that key is judged.
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

    /// A fetch has ended; without keys, those from before stay.
    ///
    /// - Returns: who has waited for it.
    mutating func end(with fetched: [SigningKey]) -> [Waiter] {
        let waited = waiting ?? []
        (waiting, absent) = (nil, [])
        guard !fetched.isEmpty else { return waited }
        (keys, keysAt) = (fetched, lastFetch)
        absent = Set(waited.map(\.name)).filter { key($0) == nil }
        return waited
    }

    /// How long it cannot be told whether the issuer has such a key; nil: it can now. Old keys
    /// will do while no others come, but not past a fetch that would show whether they should.
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
        // A clock that was set back says nothing.
        return keysAt > now || keysAt.advanced(by: Self.ageMax) <= now
    }

    private func mayFetch(at now: Moment) -> Bool {
        guard let lastFetch else { return true }
        return lastFetch > now || lastFetch.advanced(by: Self.pause) <= now
    }
}
