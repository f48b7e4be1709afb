import Kernel

/// Tokens whose time is over: nobody can open a session with them, whether they are stored or not.
struct TokenExpiry: Sendable {
    /// Most that go in one transaction.
    static let batchCount = 200

    let terms: TokenTerms
    let view: any DeviceView

    /// Deletes the oldest of them, and closes what they had opened. Whose session is open, is used:
    /// that one goes only when it ends in any case.
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

/// A token whose time is over.
private struct ExpiredToken: Sendable {
    let caller: Caller
    /// When it is over in any case.
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
