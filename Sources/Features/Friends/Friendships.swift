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
    /// A stranger, an unknown user and the caller are refused alike, with `.notFriends`: neither
    /// the answer nor its time discloses which it is.
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
    /// - Throws: `.listFull` if either has the maximum number of friends.
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
        try transaction.note(.befriended, by: one.id, other.id)
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
    /// The user named in `field` is not a friend, whether the account exists or not.
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

/// Two different users, in no order: a friendship has no direction.
public struct UserPair: Hashable, Sendable {
    /// The smaller id.
    public let low: User.ID
    /// The larger id.
    public let high: User.ID

    /// The pair of two users; nil if they are the same.
    public init?(_ one: User.ID, _ other: User.ID) {
        guard one != other else { return nil }
        low = min(one, other)
        high = max(one, other)
    }
}

/// When users were online, and which tokens are in use, in the store.
public struct StoredAttendance: Attendance {
    private let tokens: TokenTerms

    /// - Parameter tokens: how long they are good.
    public init(tokens: TokenTerms) { self.tokens = tokens }

    /// Notes which users came online or went offline.
    public func note(
        _ changes: [PresenceChange], in transaction: Transaction
    ) throws(Refusal) {
        try LastSeen.store(changes, in: transaction)
    }

    /// Marks users offline who have not come back after a start.
    public func giveUpAbsent(in transaction: Transaction) throws(Refusal) {
        try LastSeen.giveUpAbsent(in: transaction)
    }

    /// Notes the use of tokens.
    public func note(_ uses: [TokenUse], in transaction: Transaction) throws(Refusal) {
        try AccountsFeature.note(uses, tokens, in: transaction)
    }
}

/// Bonds as they are stored.
public struct StoredRelations: Relations {
    /// As ``audience(of:in:_:)``.
    public typealias Audience =
        @Sendable (User.ID, _ room: String, Snapshot) throws(Refusal) -> [User.ID]

    private let audience: Audience

    /// Those of the store that is asked.
    ///
    /// - Parameter audience: of a user in a group; without: there are no groups.
    public init(
        audience: @escaping Audience = { (_, _, _) throws(Refusal) in [] }
    ) {
        self.audience = audience
    }

    /// The members of a group who see a user's presence.
    public func audience(
        of user: User.ID, in room: String, _ snapshot: Snapshot
    ) throws(Refusal) -> [User.ID] {
        try audience(user, room, snapshot)
    }

    /// All users who see a user's presence, and whose presence the user sees.
    public func friends(
        of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> [User.ID] {
        try Bonds.ids(of: user, allowing: .presence, in: snapshot)
    }

    /// What a user has chosen.
    public func discretion(
        of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Discretion {
        try AccountsFeature.discretion(of: user, in: snapshot)
    }
}
