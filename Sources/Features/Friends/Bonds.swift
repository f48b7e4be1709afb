public import Accounts
public import Kernel

/// What two users are to one another. A pair may be several of these at once.
public enum BondKind: Int64, CaseIterable, Sendable {
    /// Both said so.
    case friend = 0
    /// Language partners.
    case partner = 1
    /// Members of the same project.
    case teammate = 2

    /// What it allows the two.
    public var rights: Set<BondRight> {
        switch self {
        case .friend: [.chat, .presence, .map, .circle, .activities]
        case .partner: [.meet]
        case .teammate: [.chat, .presence, .meet]
        }
    }
}

/// What a bond may allow its two users.
public enum BondRight: CaseIterable, Sendable {
    /// To talk: rooms, receipts, typing.
    case chat
    /// To see whether the other is online, and how the other is shown.
    case presence
    /// To see where the other has checked in.
    case map
    /// To see what the other posts.
    case circle
    /// To match for an activity.
    case activities
    /// To agree on a meetup.
    case meet

    /// The kinds that allow it, as a list in a statement.
    public var kinds: SQL {
        switch self {
        case .chat, .presence: "(0, 2)"
        case .map, .circle, .activities: "(0)"
        case .meet: "(1, 2)"
        }
    }
}

/// The bonds between users: one row for each pair and kind.
///
/// What two users may do is the union of what their bonds allow. Commands ask for a right, not for
/// a kind. Statements join the view `relation (user_id, kind, other_id, since_ms)`, which has each
/// bond from both sides, with ``BondRight/kinds``.
public enum Bonds {
    /// Whether the two may do something now.
    public static func allow(
        _ right: BondRight, _ pair: UserPair, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        try snapshot.first(.bond(of: pair, allowing: right)) != nil
    }

    /// Whether there is a bond of any kind between the two.
    static func exist(between pair: UserPair, in snapshot: Snapshot) throws(Refusal) -> Bool {
        for right in BondRight.allCases where try allow(right, pair, in: snapshot) { return true }
        return false
    }

    /// All users with whom `user` may do something, once each, unordered.
    public static func ids(
        of user: User.ID, allowing right: BondRight, in snapshot: Snapshot
    ) throws(Refusal) -> [User.ID] {
        try snapshot.all(.related(to: user, allowing: right))
    }

    /// The user named in `field` of a command, with whom `user` may do something.
    ///
    /// A user with whom it is not allowed, an unknown user and the caller are refused alike, with
    /// `.notFriends`: neither the answer nor its time discloses which it is.
    public static func other(
        named username: String, field: String, of user: User.ID, allowing right: BondRight,
        in snapshot: Snapshot
    ) throws(Refusal) -> (Account, UserPair) {
        let found = try snapshot.first(.related(named: username, to: user, allowing: right))
        guard let found, let pair = UserPair(user, found.id) else {
            throw .notFriends(field: field)
        }
        return (found, pair)
    }

    /// The look-up of ``other(named:field:of:allowing:in:)``, to be foreseen.
    public static func look(
        named username: String, of user: User.ID, allowing right: BondRight
    ) -> SQL {
        Query.related(named: username, to: user, allowing: right).sql
    }

    /// Begins this bond. Nothing happens if the two have it already.
    public static func begin(
        _ kind: BondKind, _ pair: UserPair, in transaction: Transaction
    ) throws(Refusal) {
        let begun = try transaction.rowsChanged(
            """
            INSERT INTO bond (low, kind, high, since_ms)
            VALUES (\(pair.low), \(kind.rawValue), \(pair.high), \(transaction.now))
            ON CONFLICT DO NOTHING
            """)
        guard begun > 0, kind.rights.contains(.presence) else { return }
        transaction.signal(.relation(pair.low, pair.high, exists: true))
    }

    /// Ends this bond. Nothing happens if the two do not have it.
    ///
    /// Hints that wait for either user are dropped, since they may show what is no longer allowed.
    /// If another bond lets the two see one another, they receive each other's presence again.
    public static func end(
        _ kind: BondKind, _ pair: UserPair, in transaction: Transaction
    ) throws(Refusal) {
        let ended = try transaction.rowsChanged(
            """
            DELETE FROM bond WHERE low = \(pair.low) AND kind = \(kind.rawValue)
                AND high = \(pair.high)
            """)
        guard ended > 0, kind.rights.contains(.presence) else { return }
        transaction.signal(.relation(pair.low, pair.high, exists: false))
        // A block ends all bonds of a pair, one after the other.
        if try allow(.presence, pair, in: transaction),
            try !BlockRules.exists(between: pair, in: transaction)
        {
            transaction.signal(.relation(pair.low, pair.high, exists: true))
        }
    }
}

extension Profiles {
    /// Announces a profile to all users who may see the user's presence.
    public static let ofRelated = Profiles { (user, snapshot) throws(Refusal) in
        try Bonds.ids(of: user, allowing: .presence, in: snapshot)
    }
}

extension Query where Row == Moment {
    /// Since when the two have a bond that allows something; no row if they have none.
    ///
    /// - Index: the primary key, once for each kind.
    fileprivate static func bond(of pair: UserPair, allowing right: BondRight) -> Self {
        Query(
            """
            SELECT since_ms FROM bond
            WHERE low = \(pair.low) AND kind IN \(right.kinds) AND high = \(pair.high) LIMIT 1
            """
        ) { columns throws(StoreError) in try columns.moment() }
    }
}

extension Query where Row == User.ID {
    /// - Index: the primary key, and `bond_high`.
    fileprivate static func related(to user: User.ID, allowing right: BondRight) -> Self {
        Query(
            """
            SELECT DISTINCT other_id FROM relation
            WHERE user_id = \(user) AND kind IN \(right.kinds)
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}

extension Query where Row == Account {
    /// A user by name, with whom `user` may do something.
    fileprivate static func related(
        named username: String, to user: User.ID, allowing right: BondRight
    ) -> Self {
        account(
            named: username,
            where: """
                EXISTS (
                    SELECT 1 FROM bond
                    WHERE low = CASE WHEN named.id < \(user) THEN named.id ELSE \(user) END
                        AND kind IN \(right.kinds)
                        AND high = CASE WHEN named.id < \(user) THEN \(user) ELSE named.id END
                )
                """)
    }
}
