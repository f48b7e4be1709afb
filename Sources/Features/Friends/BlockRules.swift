import Accounts
public import Kernel
import Wire

/// The blocks between users. Only the blocker can ever tell that there is one.
public enum BlockRules {
    /// Whether `blocker` has blocked `blocked`.
    public static func exists(
        by blocker: User.ID, of blocked: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        try snapshot.first(.block(by: blocker, of: blocked)) != nil
    }

    /// Whether either of two users has blocked the other.
    public static func exists(
        between pair: UserPair, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        if try exists(by: pair.low, of: pair.high, in: snapshot) { return true }
        return try exists(by: pair.high, of: pair.low, in: snapshot)
    }
}

/// A block of one user by another.
struct Block: Equatable, Sendable {
    let blocked: User.ID
}

extension Query where Row == Block {
    static func block(by blocker: User.ID, of blocked: User.ID) -> Self {
        Query(
            """
            SELECT blocked FROM block WHERE blocker = \(blocker) AND blocked = \(blocked)
            """
        ) { columns throws(StoreError) in Block(blocked: try columns.id()) }
    }
}

extension Query where Row == UserProfile {
    /// All users whom a user has blocked, by username.
    static func blocked(by blocker: User.ID) -> Self {
        listed("WHERE b.blocker = \(blocker) ORDER BY a.username")
    }

    /// Users whom a user has blocked, by username.
    ///
    /// - Parameter after: only names after this one.
    static func blocked(by blocker: User.ID, after: String, limit: Int) -> Self {
        listed(
            """
            WHERE b.blocker = \(blocker) AND a.username > \(after)
            ORDER BY a.username LIMIT \(Int64(limit))
            """)
    }

    private static func listed(_ which: SQL) -> Self {
        Query(
            """
            SELECT a.username, a.display_name, a.avatar
            FROM block b JOIN person a ON a.id = b.blocked
            \(which)
            """
        ) { columns throws(StoreError) in try UserProfile(from: &columns) }
    }
}
