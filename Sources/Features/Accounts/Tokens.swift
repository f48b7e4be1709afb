import Kernel
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
    /// - Parameter asGuest: the device is another person's.
    func open(
        _ account: Account, on device: Device, asGuest: Bool, in transaction: Transaction
    ) throws(Refusal) -> AccountOpened {
        try ceiling.makeRoom(for: account.id, in: transaction)
        let secret = TokenSecret(randomBytes: transaction.randomBytes(32))
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
        let secret = TokenSecret(randomBytes: transaction.randomBytes(32))
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

    /// Voids all tokens of a user but one, and closes what they had opened.
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
    /// Everything that a user is signed in by.
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
    /// The spare token of a log-in that was made last. The sum keeps the server from walking
    /// through the ids of everybody's.
    fileprivate static func newestSpare(of token: Identifier<Token>) -> Self {
        Query("SELECT max(id + 0) FROM spare_token WHERE token_id = \(token)") {
            columns throws(StoreError) in
            try columns.optionalInteger().map(Identifier.init(rawValue:))
        }
    }
}
