import Accounts
import Activities
import Friends
import Kernel
import Wire

/// What users have said about matches that the other user has not confirmed: how it is withdrawn.
enum Confirmations {
    /// The end of a friendship withdraws them, and waiting posts too. Published posts stay.
    static let friendshipChanged: Friendships.Observer = {
        (pair, exists, transaction) throws(Refusal) in
        guard !exists else { return }
        for user in [pair.low, pair.high] {
            try transaction.run(
                """
                UPDATE circle_deed SET is_confirmed = 0
                WHERE user_id = \(user) AND post_id IS NOT NULL AND \(isUnanswered)
                    AND overlap_id IN (\(overlaps(of: pair)))
                """)
        }
        try transaction.run(
            """
            DELETE FROM circle_deed
            WHERE post_id IS NULL AND user_id IN (\(pair.low), \(pair.high))
                AND overlap_id IN (\(overlaps(of: pair)))
            """)
    }

    /// Withdraws what a user has said about an activity with a friend.
    ///
    /// - Returns: the posts about it.
    static func withdraw(
        of user: User.ID, in activity: String, _ pair: UserPair, in transaction: Transaction
    ) throws(Refusal) -> [Post.ID] {
        let which: SQL = """
            user_id = \(user) AND \(isUnanswered)
            AND overlap_id IN (\(overlaps(of: pair)) AND activity = \(activity))
            """
        let posts = Query<Post.ID>(
            "SELECT post_id FROM circle_deed WHERE post_id IS NOT NULL AND \(which)"
        ) { columns throws(StoreError) in try columns.id() }
        let said = try transaction.all(posts)
        _ = try transaction.rowsChanged(
            "UPDATE circle_deed SET is_confirmed = 0, body = '' WHERE \(which)")
        return said
    }

    /// Withdraws all that a user has said.
    static func withdraw(of user: User.ID, in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            """
            UPDATE circle_deed SET is_confirmed = 0, body = ''
            WHERE user_id = \(user) AND \(isUnanswered)
            """)
    }

    /// A condition on a deed: this user has confirmed, and the other has not.
    private static var isUnanswered: SQL {
        """
        is_confirmed = 1 AND NOT EXISTS (
            SELECT 1 FROM circle_deed o
            WHERE o.overlap_id = circle_deed.overlap_id AND o.user_id <> circle_deed.user_id
                AND o.is_confirmed = 1)
        """
    }

    private static func overlaps(of pair: UserPair) -> SQL {
        """
        SELECT id FROM activity_match
        WHERE low = \(pair.low) AND is_over IN (0, 1) AND high = \(pair.high)
        """
    }

    /// Whether a friend has confirmed the match that a user was asked about, and the friendship has
    /// not ended since.
    ///
    /// - Parameter isOpen: whether only that counts which the user has not answered, and still may.
    static func exists(
        _ asked: CircleAsked, to user: User.ID, isOpen: Bool, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let account = try snapshot.first(.account(named: asked.friend.username)),
            let pair = UserPair(user, account.id),
            try Bonds.allow(.circle, pair, in: snapshot)
        else { return false }
        let since =
            isOpen ? snapshot.now.advanced(by: .zero - CircleRules.confirmable) : nil
        return try snapshot.first(
            .confirmed(by: account.id, of: pair, asked, unansweredSince: since)) != nil
    }
}

extension Query where Row == Overlap.ID {
    /// The overlap of a pair that one of the two was asked about, if the other has confirmed it.
    /// Questions of earlier versions do not say which was meant.
    ///
    /// - Parameter since: only if it was not answered, and ended at that time or later; nil: in any
    ///   case.
    fileprivate static func confirmed(
        by user: User.ID, of pair: UserPair, _ asked: CircleAsked, unansweredSince since: Moment?
    ) -> Self {
        let isOpen: SQL =
            if let since {
                """
                AND coalesce(o.is_confirmed, 0) = 0
                AND (m.ended_ms IS NULL OR m.ended_ms >= \(since))
                """
            } else { "" }
        let began = Moment(unixMilliseconds: asked.since.unixMilliseconds)
        let isMeant: SQL = asked.hasSince ? "AND m.began_ms = \(began)" : ""
        return Query(
            """
            SELECT m.id FROM activity_match m
            JOIN circle_deed d ON d.overlap_id = m.id AND d.user_id = \(user)
                AND d.is_confirmed = 1
            LEFT JOIN circle_deed o ON o.overlap_id = m.id AND o.user_id <> \(user)
            WHERE m.low = \(pair.low) AND m.is_over IN (0, 1) AND m.high = \(pair.high)
                AND m.activity = \(asked.activity) AND m.is_parted = 0 \(isMeant) \(isOpen)
            LIMIT 1
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}
