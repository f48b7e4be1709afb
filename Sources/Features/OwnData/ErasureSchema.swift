import Accounts
import Kernel

/// The stage of a user's erasure. The numbers are stored.
enum ErasureStage: Int64 {
    /// The features erase what they keep.
    case clearing = 0
    /// Events that others have received wait for the next sweep.
    case waiting = 1
    /// A sweep searches for them.
    case swept = 2
}

enum ErasureSchema {
    /// The name is needed to find events that others have received; the last step deletes it.
    static let migrations = [
        Migration(
            "ownData.1",
            """
            CREATE TABLE erasure (
                user_id BIGINT NOT NULL PRIMARY KEY,
                username TEXT NOT NULL,
                begun_ms BIGINT NOT NULL,
                stage BIGINT NOT NULL
            ) {clustered};
            CREATE TABLE erasure_sweep (
                id BIGINT NOT NULL PRIMARY KEY,
                event_id BIGINT NOT NULL,
                log_user BIGINT NOT NULL,
                log_cid TEXT NOT NULL
            );
            """),
        // Where a sweep ends: later events do not name the users that it searches for.
        Migration(
            "ownData.2",
            """
            ALTER TABLE erasure_sweep ADD COLUMN end_id BIGINT NOT NULL
                DEFAULT 9223372036854775807;
            """),
        // When the last sweep began.
        Migration(
            "ownData.3",
            """
            ALTER TABLE erasure_sweep ADD COLUMN begun_ms BIGINT NOT NULL DEFAULT 0;
            """),
        // Replies have changed their places, with the form of their cids.
        Migration(
            "ownData.forms",
            "UPDATE erasure_sweep SET log_user = -9223372036854775807, log_cid = '';"),
    ]
}

extension Query where Row == Departed {
    /// Departed users at a stage, earliest first.
    ///
    /// - Parameter rest: users who left within it, the last time until now, are not among them. A
    ///   user who left later than now did so before the clock was set back.
    static func erasures(
        at stage: ErasureStage, leavingOut rest: Range<Moment>? = nil, limit: Int
    ) -> Self {
        let none = Moment(unixMilliseconds: .max)
        return Query(
            """
            SELECT user_id, username FROM erasure
            WHERE stage = \(stage.rawValue)
                AND (begun_ms < \(rest?.lowerBound ?? none)
                    OR begun_ms >= \(rest?.upperBound ?? none))
            ORDER BY begun_ms, user_id LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            Departed(user: try columns.id(), username: try columns.text())
        }
    }
}
