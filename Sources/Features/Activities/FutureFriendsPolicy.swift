import Accounts
import Friends
import Kernel

/// Whether an activity is meant for future friends: it is, until it is closed to them (Z38, Z39).
///
/// A new friend is excluded, like any friend, from what is closed, so that only the beginning of a
/// friendship depends on this policy.
enum FutureFriendsPolicy {
    /// Whether an activity of `user` is meant for future friends.
    static func areMeant(
        for activity: String, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        try !snapshot.all(.closed(by: user, after: "", limit: .max)).contains(activity)
    }

    /// Sets whether it is.
    ///
    /// - Returns: whether that is a change.
    static func mean(
        _ areMeant: Bool, for activity: String, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let changed = try transaction.rowsChanged(
            areMeant
                ? "DELETE FROM activity_closed WHERE user_id = \(user) AND activity = \(activity)"
                : """
                INSERT INTO activity_closed (user_id, activity) VALUES (\(user), \(activity))
                ON CONFLICT DO NOTHING
                """)
        return changed > 0
    }

    /// A friendship has begun: each of the two is excluded from what the other has closed.
    static func leaveOut(_ pair: UserPair, in transaction: Transaction) throws(Refusal) {
        for (user, newcomer) in [(pair.low, pair.high), (pair.high, pair.low)] {
            for activity in try transaction.all(.closed(by: user, after: "", limit: .max)) {
                try transaction.run(.excluding(newcomer, from: activity, by: user))
            }
        }
    }
}

extension SQL {
    /// From now on an activity of `user` is not meant for `friend`.
    static func excluding(_ friend: User.ID, from activity: String, by user: User.ID) -> SQL {
        """
        INSERT INTO activity_exclusion (user_id, activity, friend_id)
        VALUES (\(user), \(activity), \(friend)) ON CONFLICT DO NOTHING
        """
    }

    /// From now on it is.
    static func including(_ friend: User.ID, in activity: String, by user: User.ID) -> SQL {
        """
        DELETE FROM activity_exclusion WHERE user_id = \(user)
            AND activity = \(activity) AND friend_id = \(friend)
        """
    }
}

extension Query where Row == String {
    /// Activities that a user has closed to future friends, by name.
    static func closed(by user: User.ID, after: String, limit: Int) -> Self {
        Query(
            """
            SELECT activity FROM activity_closed
            WHERE user_id = \(user) AND activity > \(after)
            ORDER BY activity LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in try columns.text() }
    }
}
