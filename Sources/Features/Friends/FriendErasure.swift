public import Accounts
public import Kernel
import Wire

extension FriendsFeature {
    /// Most people who are told that nobody will answer their request.
    private static let toldMax = 1_000

    /// Somebody leaves: friendships end as if the person had ended them, and so do requests, from
    /// and to them. Nobody is blocked any more.
    ///
    /// In one transaction: 1,000 friends are as many as there may be.
    public func end(_ account: Account, in transaction: Transaction) throws(Refusal) {
        for other in try transaction.all(.friendAccounts(of: account.id)) {
            try requests.friendships.end(account, other, in: transaction)
        }
        for other in try transaction.all(.asked(by: account.id)) {
            try transaction.deliver(.closed(from: account, to: other), to: [other.id])
        }
        for other in try transaction.all(.asking(account.id, limit: Self.toldMax)) {
            try transaction.deliver(.closed(from: other, to: account), to: [other.id])
        }
        _ = try Self.erase(account.id, transaction)
    }

    /// Forgets somebody who has left: friends, requests and blocks went at once.
    static let erase: Catalog.Erasure = { (user, transaction) throws(Refusal) in
        try transaction.run("DELETE FROM friendship WHERE low = \(user)")
        try transaction.run("DELETE FROM friendship WHERE high = \(user)")
        try transaction.run("DELETE FROM friend_request WHERE sender = \(user)")
        try transaction.run("DELETE FROM friend_request WHERE receiver = \(user)")
        try transaction.run("DELETE FROM block WHERE blocker = \(user)")
        try transaction.run("DELETE FROM block WHERE blocked = \(user)")
        try transaction.run("DELETE FROM last_seen WHERE user_id = \(user)")
        return true
    }
}

extension Query where Row == Account {
    fileprivate static func friendAccounts(of user: User.ID) -> Self {
        accounts(
            """
            SELECT a.id, a.username, a.display_name, a.email, a.avatar
            FROM friend f JOIN account a ON a.id = f.friend_id WHERE f.user_id = \(user)
            """)
    }

    /// Whom somebody has asked, and who has not declined.
    fileprivate static func asked(by user: User.ID) -> Self {
        accounts(
            """
            SELECT a.id, a.username, a.display_name, a.email, a.avatar
            FROM friend_request r JOIN account a ON a.id = r.receiver
            WHERE r.sender = \(user) AND r.is_declined = 0
            """)
    }

    /// Who has asked somebody; whether that was declined, they must not learn.
    fileprivate static func asking(_ user: User.ID, limit: Int) -> Self {
        accounts(
            """
            SELECT a.id, a.username, a.display_name, a.email, a.avatar
            FROM friend_request r JOIN account a ON a.id = r.sender
            WHERE r.receiver = \(user) ORDER BY r.sender DESC LIMIT \(Int64(limit))
            """)
    }
}
