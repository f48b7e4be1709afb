public import Accounts
public import Kernel
import Wire

extension FriendsFeature {
    /// Most people who are told, in one transaction, that nobody will answer their request.
    private static let toldMax = 500

    /// Somebody leaves: friendships end as if the person had ended them, and so do requests. Whom
    /// the person had blocked is not blocked any more.
    ///
    /// In one transaction: 1,000 friends are as many as there may be, and 200 whom one has asked.
    /// Of those who have asked there is no end: 500 are seen to now, the others by `erase`, in
    /// later steps.
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

    /// Forgets somebody who has left: some of those who had asked, and some who had blocked them.
    ///
    /// The features that come later are done before: who had blocked the person reads nothing of
    /// theirs as long as it is there.
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

    /// Whom somebody has asked, and who has not declined.
    fileprivate static func asked(by user: User.ID) -> Self {
        accounts(
            """
            SELECT a.id, a.username, a.display_name, a.address, a.avatar
            FROM friend_request r JOIN account a ON a.id = r.receiver
            WHERE r.sender = \(user) AND r.is_declined = 0
            """)
    }

    /// Who has asked somebody; whether that was declined, they must not learn.
    fileprivate static func asking(_ user: User.ID, limit: Int) -> Self {
        accounts(
            """
            SELECT a.id, a.username, a.display_name, a.address, a.avatar
            FROM friend_request r JOIN account a ON a.id = r.sender
            WHERE r.receiver = \(user) ORDER BY r.sender DESC LIMIT \(Int64(limit))
            """)
    }
}
