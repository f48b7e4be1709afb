import Accounts
import Friends
import Kernel
import Wire

extension Query where Row == Overlap {
    private static let columns: SQL = "id, low, high, activity, began_ms, ended_ms, room_id"

    private static func decode(_ columns: inout Columns) throws(StoreError) -> Overlap {
        Overlap(
            id: try columns.id(), low: try columns.id(), high: try columns.id(),
            activity: try columns.text(), began: try columns.moment(),
            ended: try columns.optionalMoment(), scope: MatchScope(room: try columns.integer()))
    }

    static func overlap(_ id: Overlap.ID) -> Self {
        Query(
            """
            SELECT \(columns) FROM overlap WHERE id = \(id)
            """, decode: decode)
    }

    /// Overlaps that did not end with the friendship.
    static func overlaps(
        of pair: UserPair, for activity: String, endedSince since: Moment, limit: Int
    ) -> Self {
        Query(
            """
            SELECT \(columns) FROM overlap
            WHERE low = \(pair.low) AND is_over IN (0, 1) AND high = \(pair.high)
                AND activity = \(activity) AND is_parted = 0 AND room_id = 0
                AND (ended_ms IS NULL OR ended_ms >= \(since))
            ORDER BY began_ms DESC, id DESC LIMIT \(Int64(limit))
            """, decode: decode)
    }

    /// The current overlap for one activity.
    static func current(of pair: UserPair, for activity: String) -> Self {
        Query(
            """
            SELECT \(columns) FROM overlap
            WHERE low = \(pair.low) AND high = \(pair.high) AND is_over = 0
                AND ended_ms IS NULL AND activity = \(activity) AND room_id = 0
            """, decode: decode)
    }

    /// Overlaps that are not over: they last, or ended less than the grace ago.
    static func current(of pair: UserPair) -> Self {
        Query(
            """
            SELECT \(columns) FROM overlap
            WHERE low = \(pair.low) AND high = \(pair.high) AND is_over = 0 AND room_id = 0
            """, decode: decode)
    }

    /// All of a user, with any friend.
    static func current(of user: User.ID) -> Self {
        Query(
            """
            SELECT \(columns) FROM overlap
            WHERE low = \(user) AND is_over = 0 AND room_id = 0
            UNION ALL
            SELECT \(columns) FROM overlap
            WHERE high = \(user) AND is_over = 0 AND room_id = 0
            """, decode: decode)
    }

    /// Those of a user for an activity in a group that are not over.
    static func current(of user: User.ID, inGroup room: Int64, _ activity: String) -> Self {
        Query(
            """
            SELECT \(columns) FROM overlap WHERE low = \(user) AND room_id = \(room)
                AND is_over = 0 AND activity = \(activity)
            UNION ALL
            SELECT \(columns) FROM overlap WHERE high = \(user) AND room_id = \(room)
                AND is_over = 0 AND activity = \(activity)
            """, decode: decode)
    }

    /// Matches of friends that ended before `moment` and whose end is not announced yet.
    static func ended(before moment: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT \(columns) FROM overlap
            WHERE room_id = 0 AND is_over = 0 AND ended_ms <= \(moment)
            ORDER BY ended_ms LIMIT \(Int64(limit))
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
            SELECT m.activity, a.username, a.display_name, a.avatar, m.began_ms, m.ended_ms
            FROM (
                SELECT id, high AS friend_id, activity, began_ms, ended_ms FROM activity_match
                WHERE low = \(user) AND is_over <= \(Int64(limitOver))
                    AND (ended_ms IS NULL OR ended_ms >= \(since))
                UNION ALL
                SELECT id, low, activity, began_ms, ended_ms FROM activity_match
                WHERE high = \(user) AND is_over <= \(Int64(limitOver))
                    AND (ended_ms IS NULL OR ended_ms >= \(since))
            ) m
            JOIN person a ON a.id = m.friend_id
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
            return entry
        }
    }
}
