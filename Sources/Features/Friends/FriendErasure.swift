public import Accounts
public import Kernel
import Wire

extension FriendsFeature {
    /// How many friend requests a user has not answered.
    public static func requestCount(
        to user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> UInt32 {
        UInt32(clamping: try snapshot.first(.requestCount(to: user))?.value ?? 0)
    }
}

extension FriendsFeature {
    /// Most users who receive the end of their request in one transaction.
    private static let toldMax = 500

    /// A user leaves: friendships and requests end as if the user had ended them. The user's blocks
    /// end, too.
    ///
    /// This takes one transaction: a user has at most 1,000 friends and 200 requests. Requests of
    /// others to the user are unbounded: 500 end now, the rest in later steps of `erase`.
    public func end(_ account: Account, in transaction: Transaction) throws(Refusal) {
        for other in try transaction.all(.friendAccounts(of: account.id)) {
            try requests.friendships.end(account, other, in: transaction)
        }
        for other in try transaction.all(.asked(by: account.id)) {
            try transaction.deliver(.closed(from: account, to: other), to: [other.id])
        }
        let departed = Departed(user: account.id, username: account.username)
        _ = try Self.forget(departed, transaction)
    }

    /// Erases some requests to a departed user, and some blocks of that user.
    ///
    /// Features that come later have erased their part before: a block must hide the user's content
    /// from the blocker as long as it is there.
    static let erase: Catalog.Erasure = { (departed, transaction) throws(Refusal) in
        guard try forget(departed, transaction) else { return false }
        let blocks = try transaction.rowsChanged(
            """
            DELETE FROM block WHERE (blocker, blocked) IN (
                SELECT blocker, blocked FROM block WHERE blocked = \(departed.user)
                LIMIT \(Int64(toldMax)))
            """)
        return blocks < toldMax
    }

    /// - Returns: whether no request is left.
    private static func forget(
        _ departed: Departed, _ transaction: Transaction
    ) throws(Refusal) -> Bool {
        let user = departed.user
        try transaction.run("DELETE FROM bond WHERE low = \(user)")
        try transaction.run("DELETE FROM bond WHERE high = \(user)")
        try transaction.run("DELETE FROM friend_request WHERE sender = \(user)")
        try transaction.run("DELETE FROM block WHERE blocker = \(user)")
        try transaction.run("DELETE FROM last_seen WHERE user_id = \(user)")
        let askers = try transaction.all(.asking(user, limit: toldMax))
        for asker in askers {
            try transaction.run(
                "DELETE FROM friend_request WHERE sender = \(asker.id) AND receiver = \(user)")
            try transaction.deliver(
                .closed(from: asker.username, to: departed.username), to: [asker.id])
        }
        return askers.count < toldMax
    }
}

extension Query where Row == Account {
    fileprivate static func friendAccounts(of user: User.ID) -> Self {
        accounts(
            """
            SELECT a.id, a.username, a.display_name, a.address, a.avatar
            FROM friend f JOIN account a ON a.id = f.friend_id WHERE f.user_id = \(user)
            """)
    }

    /// Users whom a user has asked, and who have not declined.
    fileprivate static func asked(by user: User.ID) -> Self {
        accounts(
            """
            SELECT a.id, a.username, a.display_name, a.address, a.avatar
            FROM friend_request r JOIN account a ON a.id = r.receiver
            WHERE r.sender = \(user) AND r.is_declined = 0
            """)
    }

    /// Users who have asked a user. They must not learn whether the user declined.
    fileprivate static func asking(_ user: User.ID, limit: Int) -> Self {
        accounts(
            """
            SELECT a.id, a.username, a.display_name, a.address, a.avatar
            FROM friend_request r JOIN account a ON a.id = r.sender
            WHERE r.receiver = \(user) ORDER BY r.sender DESC LIMIT \(Int64(limit))
            """)
    }
}
