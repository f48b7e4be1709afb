import Accounts
import Friends
import Kernel
import Wire

extension Query where Row == Overlap {
    /// - Parameter condition: on `o`, an overlap.
    private static func overlaps(_ condition: SQL) -> SQL {
        """
        SELECT o.id, o.low, o.high, o.activity, o.began_ms, o.ended_ms, o.starts_ms, o.room_id,
            o.low_offer, o.high_offer, l.details, h.details
        FROM overlap o
        LEFT JOIN toggle l ON l.user_id = o.low AND l.room_id = o.room_id
            AND l.activity = o.low_offer
        LEFT JOIN toggle h ON h.user_id = o.high AND h.room_id = o.room_id
            AND h.activity = o.high_offer
        WHERE \(condition)
        """
    }

    private static func decode(_ columns: inout Columns) throws(StoreError) -> Overlap {
        Overlap(
            id: try columns.id(), low: try columns.id(), high: try columns.id(),
            activity: try columns.text(), began: try columns.moment(),
            ended: try columns.optionalMoment(), starts: try columns.moment(),
            scope: MatchScope(room: try columns.integer()),
            offers: (low: try columns.text(), high: try columns.text()),
            said: (
                low: ActivityDetails.read(try columns.optionalBlob()),
                high: ActivityDetails.read(try columns.optionalBlob())
            ))
    }

    static func overlap(_ id: Overlap.ID) -> Self {
        Query(overlaps("o.id = \(id)"), decode: decode)
    }

    /// Overlaps that did not end with the friendship.
    static func overlaps(
        of pair: UserPair, for activity: String, endedSince since: Moment, limit: Int
    ) -> Self {
        Query(
            """
            \(overlaps("""
                o.low = \(pair.low) AND o.is_over IN (0, 1) AND o.high = \(pair.high)
                AND o.activity = \(activity) AND o.is_parted = 0 AND o.room_id = 0
                AND (o.ended_ms IS NULL OR o.ended_ms >= \(since))
                """))
            ORDER BY o.began_ms DESC, o.id DESC LIMIT \(Int64(limit))
            """, decode: decode)
    }

    /// The current overlap for one activity.
    static func current(of pair: UserPair, for activity: String) -> Self {
        Query(
            overlaps(
                """
                o.low = \(pair.low) AND o.high = \(pair.high) AND o.is_over = 0
                AND o.ended_ms IS NULL AND o.activity = \(activity) AND o.room_id = 0
                """), decode: decode)
    }

    /// Overlaps that are not over: they last, or ended less than the grace ago.
    static func current(of pair: UserPair) -> Self {
        Query(
            overlaps(
                """
                o.low = \(pair.low) AND o.high = \(pair.high) AND o.is_over = 0 AND o.room_id = 0
                """), decode: decode)
    }

    /// All of a user, with any friend.
    static func current(of user: User.ID) -> Self {
        Query(
            """
            \(overlaps("o.low = \(user) AND o.is_over = 0 AND o.room_id = 0"))
            UNION ALL
            \(overlaps("o.high = \(user) AND o.is_over = 0 AND o.room_id = 0"))
            """, decode: decode)
    }

    /// Those of a user for an activity that are not over.
    static func current(of user: User.ID, among scope: MatchScope, _ activity: String) -> Self {
        let condition: SQL =
            "o.room_id = \(scope.room) AND o.is_over = 0 AND o.activity = \(activity)"
        return Query(
            """
            \(overlaps("o.low = \(user) AND \(condition)"))
            UNION ALL
            \(overlaps("o.high = \(user) AND \(condition)"))
            """, decode: decode)
    }

    /// Matches of friends that ended before `moment` and whose end is not announced yet.
    static func ended(before moment: Moment, limit: Int) -> Self {
        Query(
            """
            \(overlaps("o.room_id = 0 AND o.is_over = 0 AND o.ended_ms <= \(moment)"))
            ORDER BY o.ended_ms LIMIT \(Int64(limit))
            """, decode: decode)
    }
}

extension Query where Row == Overlap.ID {
    /// Overlaps that were over before `moment`, oldest first.
    static func over(before moment: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT id FROM activity_match
            WHERE is_over = 1 AND ended_ms < \(moment) ORDER BY ended_ms LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}

extension Query where Row == MatchEntry {
    /// Matches with friends, newest first.
    ///
    /// - Parameter since: past ones that ended before are left out; nil: all past ones are.
    static func matches(of user: User.ID, endedSince since: Moment?, limit: Int) -> Self {
        // Open matches lie together in the indices, however many past ones there are.
        let (limitOver, since) = since.map { (1, $0) } ?? (0, Moment(unixMilliseconds: .max))
        return Query(
            """
            SELECT m.activity, a.username, a.display_name, a.avatar, m.began_ms, m.ended_ms,
                t.details
            FROM (
                SELECT id, high AS friend_id, high_offer AS offer, activity, began_ms, ended_ms
                FROM overlap
                WHERE low = \(user) AND room_id = 0 AND is_over <= \(Int64(limitOver))
                    AND (ended_ms IS NULL OR ended_ms >= \(since))
                UNION ALL
                SELECT id, low, low_offer, activity, began_ms, ended_ms FROM overlap
                WHERE high = \(user) AND room_id = 0 AND is_over <= \(Int64(limitOver))
                    AND (ended_ms IS NULL OR ended_ms >= \(since))
            ) m
            JOIN person a ON a.id = m.friend_id
            LEFT JOIN toggle t ON t.user_id = m.friend_id AND t.room_id = 0
                AND t.activity = m.offer AND m.ended_ms IS NULL
            WHERE EXISTS (SELECT 1 FROM relation f
                WHERE f.user_id = \(user) AND f.kind IN \(BondRight.activities.kinds)
                    AND f.other_id = m.friend_id)
            ORDER BY m.began_ms DESC, m.id DESC LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            var entry = MatchEntry()
            entry.activity = try columns.text()
            entry.with = try UserProfile(from: &columns)
            entry.since = try columns.moment().timestamp
            if let until = try columns.optionalMoment() { entry.until = until.timestamp }
            if let details = ActivityDetails.read(try columns.optionalBlob()) {
                entry.details = details
            }
            return entry
        }
    }
}
