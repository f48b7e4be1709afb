import Kernel

/// A token that a client presents, and what is known of it.
struct PresentedToken: Sendable {
    let caller: Caller
    let created: Moment
    /// When the log-in was last recorded as used; the time of its creation: not since.
    let used: Moment
    /// Nil: it is the log-in's own.
    let spare: Spare?

    struct Spare: Sendable {
        let id: Identifier<SpareToken>
        /// Nil: it was not used before.
        let superseded: Moment?
    }

    /// One look by an index for a token in use; a second for every other.
    static func find(_ text: String, in snapshot: Snapshot) throws(Refusal) -> PresentedToken? {
        let hash = SecretText(presented: text).hash
        if let own = try snapshot.first(.own(secretHash: hash, at: snapshot.now)) { return own }
        return try snapshot.first(.spare(secretHash: hash, at: snapshot.now))
    }

    /// The use that is to be recorded; nil: none.
    func use(at now: Moment) -> TokenUse? {
        kind(at: now).map { TokenUse($0, of: caller.token, by: caller.user) }
    }

    private func kind(at now: Moment) -> TokenUse.Kind? {
        guard let spare else {
            // The first use is recorded soon, to distinguish an unused log-in from a new one.
            let interval = used > created ? TokenUse.interval : TokenTerms.firstNote
            return used.advanced(by: interval) <= now ? .seen : nil
        }
        guard spare.superseded != nil else { return .succeeded(by: spare.id) }
        return isGood(at: now) ? nil : .reused
    }

    /// Whether it opens anything.
    func isGood(at now: Moment) -> Bool {
        guard let moment = spare?.superseded else { return true }
        return now < moment.advanced(by: TokenTerms.overlap)
    }
}

extension Query where Row == PresentedToken {
    /// The log-in whose token has this hash, unless it has expired.
    fileprivate static func own(secretHash: [UInt8], at now: Moment) -> Self {
        Query(
            """
            SELECT t.user_id, a.username, t.id, t.created_ms, t.used_ms
            FROM token t JOIN account a ON a.id = t.user_id
            WHERE t.secret_hash = \(secretHash) AND t.expires_ms > \(now)
            """
        ) { columns throws(StoreError) in
            PresentedToken(
                caller: Caller(
                    user: try columns.id(), username: try columns.text(), token: try columns.id()),
                created: try columns.moment(), used: try columns.moment(), spare: nil)
        }
    }

    /// The same by one of its other secrets.
    fileprivate static func spare(secretHash: [UInt8], at now: Moment) -> Self {
        Query(
            """
            SELECT t.user_id, a.username, t.id, t.created_ms, t.used_ms, s.id, s.superseded_ms
            FROM spare_token s JOIN token t ON t.id = s.token_id
            JOIN account a ON a.id = t.user_id
            WHERE s.secret_hash = \(secretHash) AND t.expires_ms > \(now)
            """
        ) { columns throws(StoreError) in
            let caller = Caller(
                user: try columns.id(), username: try columns.text(), token: try columns.id())
            let (created, used) = (try columns.moment(), try columns.moment())
            let id: Identifier<SpareToken> = try columns.id()
            let superseded = try columns.optionalInteger().map { Moment(unixMilliseconds: $0) }
            return PresentedToken(
                caller: caller, created: created, used: used,
                spare: PresentedToken.Spare(id: id, superseded: superseded))
        }
    }
}
