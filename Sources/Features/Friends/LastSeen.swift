public import Kernel

/// When users were last online: a table of its own, which the hub writes in batches.
///
/// It has only what friends may know: a user who becomes invisible was last seen then, and is not
/// seen again until visible.
public enum LastSeen {
    /// `state`: 0 offline; 1 online; 2 online when the daemon ended, and not seen since. Statements
    /// repeat `state <> 0`, so that SQLite uses the index.
    static let migrations = [
        Migration(
            "presence.1",
            """
            CREATE TABLE last_seen (
                user_id BIGINT NOT NULL PRIMARY KEY REFERENCES account (id),
                seen_ms BIGINT NOT NULL,
                state BIGINT NOT NULL
            ) {clustered};
            CREATE INDEX last_seen_state ON last_seen (state) WHERE state <> 0;
            CREATE TABLE sign_of_life (id BIGINT NOT NULL PRIMARY KEY, at_ms BIGINT NOT NULL);
            """)
    ]

    /// Notes which users came online or went offline; a deleted account is skipped.
    public static func store(
        _ changes: [PresenceChange], in transaction: Transaction
    ) throws(Refusal) {
        for change in changes {
            try transaction.run(
                """
                INSERT INTO last_seen (user_id, seen_ms, state)
                SELECT id, \(change.at), \(change.isOnline) FROM account
                WHERE id = \(change.user)
                ON CONFLICT (user_id) DO UPDATE
                SET seen_ms = excluded.seen_ms, state = excluded.state
                """)
        }
    }

    /// Users who were online when the daemon ended have had the time to come back.
    public static func giveUpAbsent(in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            "UPDATE last_seen SET state = 0 WHERE state = 2 AND state <> 0")
    }

    /// At a start: users who were online were last seen when the daemon last gave a sign of life.
    ///
    /// If other nodes run, no user is absent: users who are online are so on one of them.
    static func begin(in transaction: Transaction) throws(Refusal) {
        guard try !transaction.hasNeighbours() else { return transaction.signal(.absent([])) }
        let alive = try transaction.first(signOfLife) ?? transaction.now
        try transaction.run(
            """
            UPDATE last_seen SET state = 2, seen_ms = \(alive)
            WHERE state = 1 AND state <> 0
            """)
        transaction.signal(.absent(try transaction.all(absentees)))
        try showLife(in: transaction)
    }

    /// Notes that the daemon runs.
    static func showLife(in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO sign_of_life (id, at_ms) VALUES (1, \(transaction.now))
            ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms
            """)
    }

    /// When a user was last seen, or came online.
    static func moment(of user: User.ID) -> Query<Moment> {
        Query("SELECT seen_ms FROM last_seen WHERE user_id = \(user)") {
            columns throws(StoreError) in try columns.moment()
        }
    }

    private static let signOfLife = Query<Moment>(
        "SELECT at_ms FROM sign_of_life WHERE id = 1"
    ) { columns throws(StoreError) in try columns.moment() }

    private static let absentees = Query<Absentee>(
        """
        SELECT l.user_id, a.username, l.seen_ms
        FROM last_seen l JOIN account a ON a.id = l.user_id
        WHERE l.state = 2 AND l.state <> 0 ORDER BY l.user_id
        """
    ) { columns throws(StoreError) in
        Absentee(
            user: try columns.id(), username: try columns.text(), lastSeen: try columns.moment())
    }
}
