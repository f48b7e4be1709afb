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
        Migration(
            "activities.groups",
            """
            CREATE TABLE group_toggle (
                room_id BIGINT NOT NULL,
                activity TEXT NOT NULL,
                user_id BIGINT NOT NULL REFERENCES account (id),
                until_ms BIGINT NOT NULL,
                PRIMARY KEY (room_id, activity, user_id)
            ) {clustered};
            CREATE INDEX group_toggle_until ON group_toggle (until_ms);
            CREATE INDEX group_toggle_user ON group_toggle (user_id);
            CREATE TABLE group_meeting (
                room_id BIGINT NOT NULL,
                activity TEXT NOT NULL,
                low BIGINT NOT NULL REFERENCES account (id),
                high BIGINT NOT NULL REFERENCES account (id),
                until_ms BIGINT,
                PRIMARY KEY (room_id, activity, low, high)
            ) {clustered};
            CREATE INDEX group_meeting_until ON group_meeting (until_ms) WHERE until_ms IS NOT NULL;
            CREATE INDEX group_meeting_low ON group_meeting (low);
            CREATE INDEX group_meeting_high ON group_meeting (high);
            """),
        // set_ms: when it was set; toggles from before a member joined are over.
        Migration(
            "activities.groups.2",
            """
            ALTER TABLE group_toggle ADD COLUMN set_ms BIGINT NOT NULL DEFAULT 0;
            UPDATE group_toggle SET set_ms = until_ms;
            """),
        // Toggles among friends (room 0) and in groups in one table, and so their matches. Features
        // that are about friends read the views. Matches in groups had no ids.
        Migration(
            "activities.9",
            """
            CREATE TABLE toggle (
                user_id BIGINT NOT NULL REFERENCES account (id),
                room_id BIGINT NOT NULL,
                activity TEXT NOT NULL,
                set_ms BIGINT NOT NULL,
                expires_ms BIGINT NOT NULL,
                notice_ms BIGINT,
                PRIMARY KEY (user_id, room_id, activity)
            ) {clustered};
            CREATE INDEX toggle_due ON toggle (coalesce(notice_ms, expires_ms));
            CREATE INDEX toggle_room ON toggle (room_id, activity) WHERE room_id > 0;
            INSERT INTO toggle (user_id, room_id, activity, set_ms, expires_ms, notice_ms)
                SELECT user_id, 0, activity, 0, expires_ms, notice_ms FROM activity_state
                UNION ALL
                SELECT user_id, room_id, activity, set_ms, until_ms, NULL FROM group_toggle;
            DROP TABLE activity_state;
            DROP TABLE group_toggle;
            CREATE VIEW activity_state (user_id, activity, expires_ms) AS
                SELECT user_id, activity, expires_ms FROM toggle WHERE room_id = 0;
            ALTER TABLE activity_match RENAME TO overlap;
            ALTER TABLE overlap ADD COLUMN room_id BIGINT NOT NULL DEFAULT 0;
            DROP INDEX activity_match_low;
            DROP INDEX activity_match_high;
            DROP INDEX activity_match_ended;
            DROP INDEX activity_match_over;
            CREATE INDEX overlap_low ON overlap (low, room_id, is_over, high);
            CREATE INDEX overlap_high ON overlap (high, room_id, is_over);
            CREATE INDEX overlap_ended ON overlap (ended_ms)
                WHERE room_id = 0 AND is_over = 0 AND ended_ms IS NOT NULL;
            CREATE INDEX overlap_over ON overlap (ended_ms) WHERE room_id = 0 AND is_over = 1;
            CREATE INDEX overlap_group ON overlap (ended_ms)
                WHERE room_id > 0 AND ended_ms IS NOT NULL;
            INSERT INTO overlap
                (id, low, high, activity, began_ms, ended_ms, is_over, is_parted, room_id)
                SELECT -row_number() OVER (ORDER BY room_id, activity, low, high), low, high,
                    activity, 0, until_ms - 30000, 0, 0, room_id
                FROM group_meeting;
            DROP TABLE group_meeting;
            CREATE VIEW activity_match
                (id, low, high, activity, began_ms, ended_ms, is_over, is_parted) AS
                SELECT id, low, high, activity, began_ms, ended_ms, is_over, is_parted
                FROM overlap WHERE room_id = 0;
            """),
        // What a toggle says, from when it is on, and whether it matches every other activity: as
        // the catalogue says when it is set. -1: it was set before, and the first start decides.
        // An overlap names the toggles that make it. Empty: from before.
        Migration(
            "activities.10",
            """
            ALTER TABLE toggle ADD COLUMN is_wildcard BIGINT NOT NULL DEFAULT -1;
            ALTER TABLE toggle ADD COLUMN starts_ms BIGINT NOT NULL DEFAULT 0;
            ALTER TABLE toggle ADD COLUMN details {blob};
            ALTER TABLE overlap ADD COLUMN starts_ms BIGINT NOT NULL DEFAULT 0;
            ALTER TABLE overlap ADD COLUMN low_offer TEXT NOT NULL DEFAULT '';
            ALTER TABLE overlap ADD COLUMN high_offer TEXT NOT NULL DEFAULT '';
            DROP VIEW activity_state;
            CREATE VIEW activity_state (user_id, activity, starts_ms, expires_ms) AS
                SELECT user_id, activity, starts_ms, expires_ms FROM toggle WHERE room_id = 0;
            """),
        // A toggle that has begun is not compared with a clock again.
        Migration("activities.11", "UPDATE toggle SET starts_ms = 0 WHERE starts_ms <= set_ms;"),
    ]
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
        Query("SELECT DISTINCT activity FROM toggle ORDER BY activity") {
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
