import Kernel
import Wire

/// A ban: the account may not be used, for a time or for good.
///
/// Its tokens stay: they are good again when the ban is over.
struct Ban: Equatable, Sendable {
    /// In the administrator's words; shown to the user. May be empty.
    let reason: String
    let since: Moment
    /// Nil: for good.
    let until: Moment?

    /// A user who is not banned has no row, or an expired one.
    static let migration = Migration(
        "accounts.9",
        """
        CREATE TABLE ban (
            user_id BIGINT NOT NULL PRIMARY KEY REFERENCES account (id),
            reason TEXT NOT NULL,
            since_ms BIGINT NOT NULL,
            until_ms BIGINT
        ) {clustered};
        """)

    /// In place of the one that there is.
    static func set(
        on user: User.ID, because reason: String, until: Moment?, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO ban (user_id, reason, since_ms, until_ms)
            VALUES (\(user), \(reason), \(transaction.now), \(until))
            ON CONFLICT (user_id) DO UPDATE
            SET reason = excluded.reason, since_ms = excluded.since_ms,
                until_ms = excluded.until_ms
            """)
        transaction.signal(.banned(user, until: until))
    }

    /// - Throws: `.banned` when the account may not be used now.
    static func refuse(_ user: User.ID, in snapshot: Snapshot) throws(Refusal) {
        guard let ban = try snapshot.first(.ban(of: user, at: snapshot.now)) else { return }
        let words = "this account is banned"
        throw Refusal(
            .banned, ban.reason.isEmpty ? words : "\(words): \(ban.reason)",
            retryAfter: ban.until.map { until in
                let left = until.unixMilliseconds - snapshot.now.unixMilliseconds
                return .milliseconds(left)
            })
    }
}

extension Query where Row == Ban {
    /// The one that holds now.
    static func ban(of user: User.ID, at now: Moment) -> Self {
        ban(
            """
            SELECT reason, since_ms, until_ms FROM ban
            WHERE user_id = \(user) AND (until_ms IS NULL OR until_ms > \(now))
            """)
    }

    /// The one that is kept, though its time may be over.
    static func lastBan(of user: User.ID) -> Self {
        ban("SELECT reason, since_ms, until_ms FROM ban WHERE user_id = \(user)")
    }

    private static func ban(_ sql: SQL) -> Self {
        Query(sql) { columns throws(StoreError) in
            Ban(
                reason: try columns.text(), since: try columns.moment(),
                until: try columns.optionalMoment())
        }
    }
}
