import Kernel

/// Tokens whose time is over: nobody can open a session with them, whether they are stored or not.
enum TokenExpiry {
    /// Most that go in one transaction.
    static let batchCount = 200

    /// Deletes the oldest of them, and closes what they had opened.
    static func prune(in transaction: Transaction) throws(Refusal) {
        for caller in try transaction.all(.expired(at: transaction.now, limit: batchCount)) {
            try transaction.run("DELETE FROM token WHERE id = \(caller.token)")
            transaction.signal(.signedOut(caller))
        }
    }
}

extension Query where Row == Caller {
    fileprivate static func expired(at now: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT t.user_id, a.username, t.id FROM token t JOIN account a ON a.id = t.user_id
            WHERE t.expires_ms <= \(now) ORDER BY t.expires_ms LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            Caller(
                user: try columns.id(), username: try columns.text(), token: try columns.id())
        }
    }
}
