public import Wire

/// The durable events of every user, in order: the truth that sockets only hint at.
///
/// An event is stored once; an inbox row only refers to it (210 against 577 bytes a message).
public enum Inbox {
    /// The tables.
    public static let migrations = [
        Migration(
            "inbox.1",
            """
            CREATE TABLE event (
                id {id},
                at_ms BIGINT NOT NULL,
                body {blob} NOT NULL
            );
            CREATE TABLE inbox (
                user_id BIGINT NOT NULL,
                seq BIGINT NOT NULL,
                event_id BIGINT NOT NULL,
                PRIMARY KEY (user_id, seq)
            ) {clustered};
            CREATE TABLE command_log (
                user_id BIGINT NOT NULL,
                cid TEXT NOT NULL,
                digest BIGINT NOT NULL,
                at_ms BIGINT NOT NULL,
                reply {blob} NOT NULL,
                PRIMARY KEY (user_id, cid)
            ) {clustered};
            """),
        // Who refers to an event: inboxes, and a feature that keeps it. What was there before
        // stays for good.
        Migration(
            "inbox.2",
            """
            ALTER TABLE event ADD COLUMN reference_count BIGINT NOT NULL DEFAULT 1000000000;
            CREATE TABLE inbox_mark (
                user_id BIGINT NOT NULL PRIMARY KEY,
                acked BIGINT NOT NULL
            ) {clustered};
            """),
    ]

    /// The numbering of a user's inbox.
    static func sequence(of user: User.ID) -> Sequence {
        Sequence(
            kind: "inbox", owner: user.rawValue,
            recovery: "SELECT coalesce(max(seq), 0) FROM inbox WHERE user_id = \(user)")
    }

    static func insert(
        _ event: InboxEvent, id: Identifier<InboxEvent>, at now: Moment, references: Int
    ) -> SQL {
        """
        INSERT INTO event (id, at_ms, body, reference_count)
        VALUES (\(id), \(now), \(event.stored), \(Int64(references)))
        """
    }

    static func insert(_ id: Identifier<InboxEvent>, seq: UInt32, user: User.ID) -> SQL {
        "INSERT INTO inbox (user_id, seq, event_id) VALUES (\(user), \(seq), \(id))"
    }

    /// The newest and the oldest seq of an inbox; 0 and 1 when it is empty.
    ///
    /// Two look-ups in the index: both at once would read the whole inbox (7.5 ms for 100,000
    /// rows against 8 µs).
    public static func bounds(
        of user: User.ID
    ) -> Query<(top: UInt32, floor: UInt32)> {
        Query(
            """
            SELECT coalesce((SELECT max(seq) FROM inbox WHERE user_id = \(user)), 0),
                coalesce((SELECT min(seq) FROM inbox WHERE user_id = \(user)), 1)
            """
        ) { columns throws(StoreError) in
            (top: try columns.count(), floor: try columns.count())
        }
    }

    /// A page of an inbox, in order.
    ///
    /// - Parameter after: the last seq already seen.
    public static func page(
        of user: User.ID, after: UInt32, limit: Int
    ) -> Query<(seq: UInt32, event: InboxEvent)> {
        Query(
            """
            SELECT i.seq, e.body FROM inbox i JOIN event e ON e.id = i.event_id
            WHERE i.user_id = \(user) AND i.seq > \(after)
            ORDER BY i.seq LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            (seq: try columns.count(), event: InboxEvent(stored: try columns.blob()))
        }
    }
}
