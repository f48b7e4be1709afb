public import Kernel
import Wire

/// Log-ins on devices: each has a token, which is void when it is given up.
struct Tokens: Sendable {
    let terms: TokenTerms
    let addresses: Addresses
    /// What another feature adds to an account.
    let companion: AccountCompanion
    let ceiling: LogInCeiling

    /// Signs an account in on a device.
    ///
    /// - Parameter asGuest: the device belongs to another user.
    func open(
        _ account: Account, on device: Device, asGuest: Bool, in transaction: Transaction
    ) throws(Refusal) -> AccountOpened {
        try ceiling.makeRoom(for: account.id, in: transaction)
        let secret = SecretText(randomBytes: transaction.randomBytes(32))
        let (id, now): (Identifier<Token>, Moment) = (transaction.makeID(), transaction.now)
        let end = now.advanced(
            by: asGuest ? min(terms.guest, terms.lifetime) : terms.lifetime)
        try transaction.run(
            """
            INSERT INTO token
                (id, user_id, secret_hash, device, created_ms, expires_ms, used_ms, ends_ms,
                    proven_ms, is_guest)
            VALUES (\(id), \(account.id), \(secret.hash), \(device.name), \(now),
                \(min(end, terms.end(at: now))), \(now), \(end), \(now), \(Int64(asGuest ? 1 : 0)))
            """)
        var opened = AccountOpened(account, addresses, token: secret.text)
        try companion.show(account.id, transaction, &opened)
        return opened
    }

    /// Makes a token that replaces the log-in's from its first use on.
    ///
    /// - Throws: `.rateLimited` when that was asked too often, `.notSignedIn` when the log-in has
    ///   ended meanwhile.
    func renew(
        _ command: TokenRenew, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> AccountOpened {
        guard let account = try transaction.first(.account(of: caller.user)),
            try transaction.first(.logIn(caller.token)) != nil
        else { throw .notSignedIn }
        let begin = transaction.now.advanced(by: .zero - TokenTerms.renewalsWithin)
        let renewals = try transaction.all(.renewals(of: caller.token, since: begin))
        if renewals.count >= TokenTerms.renewalsMax, let first = renewals.first {
            let wait = first.unixMilliseconds - begin.unixMilliseconds
            throw .tooOften(.milliseconds(max(1, wait)))
        }
        let secret = SecretText(randomBytes: transaction.randomBytes(32))
        // Which was made before which decides what is void: not the clocks of two nodes.
        let newest = try transaction.first(.newestSpare(of: caller.token)) ?? nil
        let (id, now) = (transaction.makeID(after: newest), transaction.now)
        try transaction.run(
            """
            INSERT INTO spare_token (id, token_id, secret_hash, made_ms, ends_ms)
            SELECT \(id), id, \(secret.hash), \(now),
                CASE WHEN is_guest = 1 THEN ends_ms ELSE \(now.advanced(by: terms.lifetime)) END
            FROM token WHERE id = \(caller.token)
            """)
        return AccountOpened(account, addresses, token: secret.text)
    }

    /// Voids all tokens of a user but one, and closes the sessions that they have opened.
    ///
    /// - Parameter kept: nil: none is kept.
    static func void(
        of user: User.ID, except kept: Identifier<Token>?, in transaction: Transaction
    ) throws(Refusal) {
        let void = try transaction.all(.callers(of: user)).filter { $0.token != kept }
        try transaction.run(
            "DELETE FROM token WHERE user_id = \(user) AND id <> \(kept ?? 0)")
        for caller in void { transaction.signal(.signedOut(caller)) }
    }
}

extension AccountOpened {
    /// - Parameter token: empty but after registration, log-in and renewal.
    init(_ account: Account, _ addresses: Addresses, token: String = "") {
        self.init()
        user = account.profile
        email = account.email
        if addresses.areProven { emailVerified = account.isEmailVerified }
        self.token = token
    }
}

extension Query where Row == Caller {
    /// All log-ins of a user.
    fileprivate static func callers(of user: User.ID) -> Self {
        Query(
            """
            SELECT t.user_id, a.username, t.id FROM token t JOIN account a ON a.id = t.user_id
            WHERE t.user_id = \(user)
            """
        ) { columns throws(StoreError) in
            Caller(
                user: try columns.id(), username: try columns.text(), token: try columns.id())
        }
    }
}

extension Query where Row == Moment {
    /// When a log-in's token was renewed lately, the first time first.
    fileprivate static func renewals(of token: Identifier<Token>, since begin: Moment) -> Self {
        Query(
            """
            SELECT made_ms FROM spare_token WHERE token_id = \(token) AND made_ms > \(begin)
            ORDER BY made_ms
            """
        ) { columns throws(StoreError) in try columns.moment() }
    }
}

extension Query where Row == Identifier<SpareToken>? {
    /// The newest spare token of a log-in. The sum keeps the database from walking through the ids
    /// of all users.
    fileprivate static func newestSpare(of token: Identifier<Token>) -> Self {
        Query("SELECT max(id + 0) FROM spare_token WHERE token_id = \(token)") {
            columns throws(StoreError) in
            try columns.optionalInteger().map(Identifier.init(rawValue:))
        }
    }
}

/// What is wrong with an ID token: for the event log, never for the client.
public enum TokenFlaw: String, CaseIterable, Sendable {
    /// Longer than any could be.
    case tooLong = "too long"
    /// No token, or without a claim that each must have.
    case malformed
    /// Of an algorithm, or with something critical, that is not understood here.
    case algorithm
    /// Of another issuer.
    case issuer
    /// For another audience.
    case audience
    /// Its time is over.
    case expired
    /// Its time has not come, as far as our clock can tell.
    case early
    /// It names no subject.
    case subject
    /// Without a nonce, or with one that is none of ours, was used, or is over.
    case nonce
    /// No key of the issuer's has that name.
    case key
    /// Signed with another key, or changed.
    case signature
    /// Good, but of an identity that opens another account, or none.
    case owner
}

extension Refusal {
    /// The ID token is invalid; the client gets the same refusal for every reason.
    public static func badIDToken(_ flaw: TokenFlaw) -> Refusal {
        Refusal(
            .wrongCredentials, field: "idToken",
            "the ID token is invalid or expired: request a nonce, and sign in at the issuer again",
            cause: Cause(flaw))
    }
}

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
    /// Of a log-in on another user's device: renewing its token does not prolong it.
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

/// Expired tokens: none opens a session, whether it is stored or not.
struct TokenExpiry: Sendable {
    /// Most that go in one transaction.
    static let batchCount = 200

    let terms: TokenTerms
    let view: any DeviceView

    /// Deletes the oldest of them, and closes the sessions that they have opened. A token with an
    /// open session is in use: it is deleted only at its final end.
    func prune(in transaction: Transaction) throws(Refusal) {
        let now = transaction.now
        for token in try transaction.all(.expired(at: now, limit: Self.batchCount)) {
            let caller = token.caller
            if token.end > now, view.standing(of: caller.token) == .online {
                try transaction.run(
                    """
                    UPDATE token SET used_ms = \(now),
                        expires_ms = \(min(token.end, terms.end(at: now)))
                    WHERE id = \(caller.token)
                    """)
                continue
            }
            try transaction.run("DELETE FROM token WHERE id = \(caller.token)")
            transaction.signal(.signedOut(caller))
        }
    }
}

/// A token that has expired.
private struct ExpiredToken: Sendable {
    let caller: Caller
    /// Its final end.
    let end: Moment
}

extension Query where Row == ExpiredToken {
    fileprivate static func expired(at now: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT t.user_id, a.username, t.id, t.ends_ms
            FROM token t JOIN account a ON a.id = t.user_id
            WHERE t.expires_ms <= \(now) ORDER BY t.expires_ms LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            ExpiredToken(
                caller: Caller(
                    user: try columns.id(), username: try columns.text(), token: try columns.id()),
                end: try columns.moment())
        }
    }
}
