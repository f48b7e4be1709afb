public import Accounts
public import Kernel
import Wire

/// Bonds that both sides want, and what other features do when one begins or ends.
public struct Friendships: Sendable {
    /// Runs in the transaction in which a friendship begins or ends.
    public typealias Observer =
        @Sendable (UserPair, _ exists: Bool, Transaction) throws(Refusal) -> Void

    let observers: [Observer]
    let limits: FriendLimits

    /// - Parameter observers: called in this order.
    public init(observers: [Observer], limits: FriendLimits = FriendLimits()) {
        self.observers = observers
        self.limits = limits
    }

    /// Whether the two are friends now.
    public static func exists(_ pair: UserPair, in snapshot: Snapshot) throws(Refusal) -> Bool {
        try snapshot.first(.friendship(of: pair)) != nil
    }

    /// The friend named in `field` of a command.
    ///
    /// A stranger, somebody who does not exist and oneself are refused alike, with
    /// `.notFriends`: nothing is to be learnt from it, nor from the time that it takes.
    public static func friend(
        named username: String, field: String, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> (Account, UserPair) {
        guard let account = try snapshot.first(.friend(named: username, of: user)),
            let pair = UserPair(user, account.id)
        else {
            throw .notFriends(field: field)
        }
        return (account, pair)
    }

    /// - Parameter field: names the other in the command of `one`, for a refusal.
    /// - Throws: `.listFull` when either has as many friends as there can be.
    func begin(
        _ one: Account, _ other: Account, field: String, in transaction: Transaction
    ) throws(Refusal) {
        guard let pair = UserPair(one.id, other.id) else { return }
        try limits.requireRoomForFriend(of: one.id, field, in: transaction)
        try limits.requireRoomForFriend(of: other.id, field, in: transaction)
        try transaction.run(
            """
            DELETE FROM friend_request WHERE (sender = \(one.id) AND receiver = \(other.id))
                OR (sender = \(other.id) AND receiver = \(one.id))
            """)
        try transaction.deliver(.friendAdded(FriendAdded(other)), to: [one.id])
        try transaction.deliver(.friendAdded(FriendAdded(one)), to: [other.id])
        try Bonds.begin(.friend, pair, in: transaction)
        for observer in observers { try observer(pair, true, transaction) }
    }

    func end(_ one: Account, _ other: Account, in transaction: Transaction) throws(Refusal) {
        guard let pair = UserPair(one.id, other.id) else { return }
        try Bonds.end(.friend, pair, in: transaction)
        for observer in observers { try observer(pair, false, transaction) }
        try transaction.deliver(.friendRemoved(FriendRemoved(other)), to: [one.id])
        try transaction.deliver(.friendRemoved(FriendRemoved(one)), to: [other.id])
    }
}

extension Refusal {
    /// Whoever is named in `field` is no friend, whether they exist or not.
    public static func notFriends(field: String) -> Refusal {
        Refusal(.notFriends, field: field, "you are not friends")
    }
}

extension FriendAdded {
    fileprivate init(_ account: Account) {
        self.init()
        friend = account.profile
    }
}

extension FriendRemoved {
    fileprivate init(_ account: Account) {
        self.init()
        friend = account.username
    }
}
