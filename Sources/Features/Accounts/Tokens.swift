import Kernel
import Wire

/// Log-ins on devices: each is a token, which is void when it is given up.
struct Tokens: Sendable {
    let lifetime: Duration
    let addresses: Addresses

    /// Signs an account in on a device.
    func open(
        _ account: Account, on device: Device, in transaction: Transaction
    ) throws(Refusal) -> AccountOpened {
        let secret = TokenSecret(randomBytes: transaction.randomBytes(32))
        let id: Identifier<Token> = transaction.makeID()
        try transaction.run(
            """
            INSERT INTO token
                (id, user_id, secret_hash, device, created_ms, expires_ms, proven_ms)
            VALUES (\(id), \(account.id), \(secret.hash), \(device.name), \(transaction.now),
                \(transaction.now.advanced(by: lifetime)), \(transaction.now))
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
    /// - Parameter token: empty but after registration and log-in.
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
