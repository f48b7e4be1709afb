import Accounts
public import Kernel
import Wire

/// Who has blocked whom. Only the one who blocked can ever tell.
public enum BlockRules {
    /// Whether `blocker` has blocked `blocked`.
    public static func exists(
        by blocker: User.ID, of blocked: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        try snapshot.first(.block(by: blocker, of: blocked)) != nil
    }

    /// Whether either has blocked the other.
    public static func exists(
        between pair: UserPair, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        if try exists(by: pair.low, of: pair.high, in: snapshot) { return true }
        return try exists(by: pair.high, of: pair.low, in: snapshot)
    }
}

/// That one person has blocked another.
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
    /// All whom somebody has blocked, by username.
    static func blocked(by blocker: User.ID) -> Self {
        listed("WHERE b.blocker = \(blocker) ORDER BY a.username")
    }

    /// Whom somebody has blocked, by username.
    ///
    /// - Parameter after: those behind this name.
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
