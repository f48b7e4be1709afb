import Accounts
import Activities
import Friends
import Kernel

/// What users have said about matches while the other has not: how that is taken back.
enum Confirmations {
    /// They end with the friendship, and so do posts that wait.
    static let friendshipChanged: Friendships.Observer = {
        (pair, exists, transaction) throws(Refusal) in
        guard !exists else { return }
        try transaction.run(
            """
            DELETE FROM circle_deed
            WHERE post_id IS NULL AND user_id IN (\(pair.low), \(pair.high))
                AND overlap_id IN (
                    SELECT id FROM activity_match
                    WHERE low = \(pair.low) AND is_over IN (0, 1) AND high = \(pair.high))
            """)
    }

    /// Takes back what a user has said about an activity with a friend.
    static func withdraw(
        of user: User.ID, in activity: String, _ pair: UserPair, in transaction: Transaction
    ) throws(Refusal) {
        _ = try transaction.rowsChanged(
            """
            UPDATE circle_deed SET is_confirmed = 0, body = ''
            WHERE user_id = \(user) AND is_confirmed = 1 AND post_id IS NULL AND overlap_id IN (
                SELECT id FROM activity_match
                WHERE low = \(pair.low) AND is_over IN (0, 1) AND high = \(pair.high)
                    AND activity = \(activity))
            """)
    }

    /// Takes back all that a user has said.
    static func withdraw(of user: User.ID, in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            """
            UPDATE circle_deed SET is_confirmed = 0, body = ''
            WHERE user_id = \(user) AND is_confirmed = 1 AND post_id IS NULL
            """)
    }

    /// Whether a friend of this name has confirmed a match with a user, and the friendship has not
    /// ended since.
    ///
    /// - Parameter isOpen: whether only that counts which the user has not answered, and still may.
    static func exists(
        by friend: String, with user: User.ID, in activity: String, isOpen: Bool,
        in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let account = try snapshot.first(.account(named: friend)),
            let pair = UserPair(user, account.id),
            try Bonds.allow(.circle, pair, in: snapshot)
        else { return false }
        let since =
            isOpen ? snapshot.now.advanced(by: .zero - CircleRules.confirmable) : nil
        return try snapshot.first(
            .confirmed(by: account.id, of: pair, activity, unansweredSince: since)) != nil
    }
}

extension Query where Row == Overlap.ID {
    /// Overlaps of a pair that one of the two has confirmed.
    ///
    /// - Parameter since: only those that the other has not, and that ended at that time or later;
    ///   nil: all.
    fileprivate static func confirmed(
        by user: User.ID, of pair: UserPair, _ activity: String, unansweredSince since: Moment?
    ) -> Self {
        let isOpen: SQL =
            if let since {
                """
                coalesce(o.is_confirmed, 0) = 0
                AND (m.ended_ms IS NULL OR m.ended_ms >= \(since))
                """
            } else { "1 = 1" }
        return Query(
            """
            SELECT m.id FROM activity_match m
            JOIN circle_deed d ON d.overlap_id = m.id AND d.user_id = \(user)
                AND d.is_confirmed = 1
            LEFT JOIN circle_deed o ON o.overlap_id = m.id AND o.user_id <> \(user)
            WHERE m.low = \(pair.low) AND m.is_over IN (0, 1) AND m.high = \(pair.high)
                AND m.activity = \(activity) AND m.is_parted = 0 AND \(isOpen)
            LIMIT 1
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}
