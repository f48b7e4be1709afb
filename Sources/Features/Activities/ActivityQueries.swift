import Accounts
import Friends
import Kernel
import Wire

enum ActivitySchema {
    static let migrations = [
        Migration(
            "activities.1",
            """
            CREATE TABLE activity_state (
                user_id BIGINT NOT NULL REFERENCES account (id),
                activity TEXT NOT NULL,
                expires_ms BIGINT NOT NULL,
                PRIMARY KEY (user_id, activity)
            ) {clustered};
            CREATE INDEX activity_state_expiry ON activity_state (expires_ms);
            CREATE TABLE activity_exclusion (
                user_id BIGINT NOT NULL REFERENCES account (id),
                activity TEXT NOT NULL,
                friend_id BIGINT NOT NULL REFERENCES account (id),
                PRIMARY KEY (user_id, activity, friend_id)
            ) {clustered};
            CREATE TABLE activity_match (
                id {id},
                low BIGINT NOT NULL REFERENCES account (id),
                high BIGINT NOT NULL REFERENCES account (id),
                activity TEXT NOT NULL,
                began_ms BIGINT NOT NULL,
                ended_ms BIGINT,
                is_over BIGINT NOT NULL
            );
            CREATE INDEX activity_match_low ON activity_match (low, high, is_over);
            CREATE INDEX activity_match_high ON activity_match (high, is_over);
            CREATE INDEX activity_match_ended ON activity_match (ended_ms)
                WHERE is_over = 0 AND ended_ms IS NOT NULL;
            CREATE INDEX activity_exclusion_friend ON activity_exclusion (user_id, friend_id);
            """),
        Migration(
            "activities.2",
            "CREATE INDEX activity_match_over ON activity_match (ended_ms) WHERE is_over = 1;"),
        // When the owner is notified that a toggle is about to expire; NULL: no longer, or never.
        Migration(
            "activities.3",
            """
            ALTER TABLE activity_state ADD COLUMN notice_ms BIGINT;
            CREATE INDEX activity_state_notice ON activity_state (notice_ms)
                WHERE notice_ms IS NOT NULL;
            """),
        // Matches that are not over lie together in the indices, however many past ones there are.
        Migration(
            "activities.4",
            """
            DROP INDEX activity_match_low;
            DROP INDEX activity_match_high;
            CREATE INDEX activity_match_low ON activity_match (low, is_over, high);
            CREATE INDEX activity_match_high ON activity_match (high, is_over);
            """),
        // For departures: finds a user among the exclusions of others.
        Migration(
            "activities.5",
            "CREATE INDEX activity_exclusion_of ON activity_exclusion (friend_id);"),
        // When a toggle is due: to be announced to expire, or to expire. One index instead of two
        // is a page less in the commit of every toggle.
        Migration(
            "activities.6",
            """
            DROP INDEX activity_state_expiry;
            DROP INDEX activity_state_notice;
            CREATE INDEX activity_state_due ON activity_state (coalesce(notice_ms, expires_ms));
            """),
        // Activities that are not meant for future friends.
        Migration(
            "activities.7",
            """
            CREATE TABLE activity_closed (
                user_id BIGINT NOT NULL REFERENCES account (id),
                activity TEXT NOT NULL,
                PRIMARY KEY (user_id, activity)
            ) {clustered};
            """),
        // Whether a match ended with the friendship.
        Migration(
            "activities.8",
            "ALTER TABLE activity_match ADD COLUMN is_parted BIGINT NOT NULL DEFAULT 0;"),
    ]
}

/// One toggle that is on.
struct Toggle: Equatable, Sendable {
    let user: User.ID
    let activity: String
    let expires: Moment
}

extension Query where Row == Toggle {
    private static func decode(_ columns: inout Columns) throws(StoreError) -> Toggle {
        Toggle(
            user: try columns.id(), activity: try columns.text(), expires: try columns.moment())
    }

    /// A user's toggles that are on.
    static func toggles(of user: User.ID, at now: Moment) -> Self {
        Query(
            """
            SELECT user_id, activity, expires_ms FROM activity_state
            WHERE user_id = \(user) AND expires_ms > \(now)
            """, decode: decode)
    }

    /// Toggles that have expired, oldest first.
    static func expired(at now: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT user_id, activity, expires_ms FROM activity_state
            WHERE coalesce(notice_ms, expires_ms) <= \(now) AND expires_ms <= \(now)
            ORDER BY coalesce(notice_ms, expires_ms) LIMIT \(Int64(limit))
            """, decode: decode)
    }
}

extension Query where Row == Toggle {
    /// Toggles whose owners are due to be notified that they are about to expire, earliest first.
    static func ending(at now: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT user_id, activity, expires_ms FROM activity_state
            WHERE coalesce(notice_ms, expires_ms) <= \(now) AND notice_ms IS NOT NULL
            ORDER BY coalesce(notice_ms, expires_ms) LIMIT \(Int64(limit))
            """, decode: decode)
    }
}

extension Query where Row == User.ID {
    /// Friends whom `user` has excluded from an activity.
    static func excluded(by user: User.ID, from activity: String) -> Self {
        Query(
            """
            SELECT friend_id FROM activity_exclusion
            WHERE user_id = \(user) AND activity = \(activity)
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}

extension Query where Row == User.ID {
    /// Users who have excluded `user` from an activity, by the index `activity_exclusion_of`.
    static func excluding(_ user: User.ID, from activity: String) -> Self {
        Query(
            """
            SELECT user_id FROM activity_exclusion
            WHERE friend_id = \(user) AND activity = \(activity)
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}

extension Query where Row == String {
    /// The activities that any user has on.
    static var activitiesInUse: Self {
        Query("SELECT DISTINCT activity FROM activity_state ORDER BY activity") {
            columns throws(StoreError) in try columns.text()
        }
    }

    /// The activities from which `user` has excluded `friend`.
    static func exclusions(by user: User.ID, of friend: User.ID) -> Self {
        Query(
            """
            SELECT activity FROM activity_exclusion
            WHERE user_id = \(user) AND friend_id = \(friend)
            """
        ) { columns throws(StoreError) in try columns.text() }
    }
}
