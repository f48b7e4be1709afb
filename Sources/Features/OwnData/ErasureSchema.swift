import Accounts
import Kernel

/// How far it is with somebody's erasure. The numbers are stored.
enum ErasureStage: Int64 {
    /// The features forget what they keep.
    case clearing = 0
    /// What others have been told waits for the next sweep.
    case waiting = 1
    /// A sweep is looking for it.
    case swept = 2
}

enum ErasureSchema {
    /// The name is needed to find what others have been told; it goes with the last step.
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
        // How far a sweep goes: what is told afterwards names nobody whom it looks for.
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
    /// Those at a stage, the oldest first.
    ///
    /// - Parameter rest: who left in it, the last time until now, is not among them. Whoever left
    ///   later than now did so before the clock was set back.
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
