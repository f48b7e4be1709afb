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
        // The references to an event: of inboxes, and of a feature that keeps it. Events that were
        // there before stay for good.
        Migration(
            "inbox.2",
            """
            ALTER TABLE event ADD COLUMN reference_count BIGINT NOT NULL DEFAULT 1000000000;
            CREATE TABLE inbox_mark (
                user_id BIGINT NOT NULL PRIMARY KEY,
                acked BIGINT NOT NULL
            ) {clustered};
            """),
        // Which command a reply was given to, by its number in the schema: until now there was
        // one command with a cid, `roomSend`.
        Migration(
            "inbox.3",
            "ALTER TABLE command_log ADD COLUMN command BIGINT NOT NULL DEFAULT 400;"),
        // A cid has one form. Of two replies whose cids differ in form only, one is kept: that of
        // the normal form, if there is one. In the other form, the content that the reply was
        // given to is not known.
        Migration(
            "inbox.forms",
            """
            DELETE FROM command_log WHERE cid <> {nfc cid} AND EXISTS (
                SELECT 1 FROM command_log other WHERE other.user_id = command_log.user_id
                    AND {nfc other.cid} = {nfc command_log.cid}
                    AND (other.cid = {nfc other.cid} OR other.cid < command_log.cid));
            UPDATE command_log SET cid = {nfc cid}, digest = 0 WHERE cid <> {nfc cid};
            """),
    ]

    /// The reference count of an event that a feature keeps, or that is older than the counts. It
    /// is never changed, since a row that is only read costs less than half.
    static let forGood: Int64 = 1_000_000_000

    /// The numbering of a user's inbox.
    static func sequence(of user: User.ID) -> Sequence {
        Sequence(
            kind: "inbox", owner: user.rawValue,
            recovery: "SELECT coalesce(max(seq), 0) FROM inbox WHERE user_id = \(user)")
    }

    static func insert(
        _ event: InboxEvent, id: Identifier<InboxEvent>, at now: Moment, references: Int64
    ) -> SQL {
        """
        INSERT INTO event (id, at_ms, body, reference_count)
        VALUES (\(id), \(now), \(event.stored), \(references))
        """
    }

    /// One statement for some of the recipients. The number of rows is always one of a few, so that
    /// a database has few statements to prepare.
    ///
    /// - Parameter recipients: the first of them are inserted, and removed from the slice.
    static func insert(
        _ id: Identifier<InboxEvent>, for recipients: inout ArraySlice<Delivery.Recipient>
    ) -> SQL {
        // The usual case: an event for two friends.
        if recipients.count == 2, let one = recipients.popFirst(), let other = recipients.popFirst()
        {
            return """
                INSERT INTO inbox (user_id, seq, event_id)
                VALUES (\(one.user), \(one.seq), \(id)), (\(other.user), \(other.seq), \(id))
                """
        }
        let count = [8, 4, 2].first { $0 <= recipients.count } ?? 1
        var rows: SQL?
        for recipient in recipients.prefix(count) {
            let row: SQL = "(\(recipient.user), \(recipient.seq), \(id))"
            rows = rows.map { "\($0), \(row)" } ?? row
        }
        recipients = recipients.dropFirst(count)
        return "INSERT INTO inbox (user_id, seq, event_id) VALUES \(rows ?? "(NULL, NULL, NULL)")"
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

    /// The newest seq of the inboxes of these users; empty inboxes are left out. Only in a database
    /// that several nodes share.
    public static func heads(of users: [User.ID]) -> Query<Delivery.Recipient> {
        let list = users.map { String($0.rawValue) }.joined(separator: ",")
        return Query(
            """
            SELECT owner, last FROM sequence_head
            WHERE kind = 'inbox' AND owner = ANY (string_to_array(\(list), ',')::bigint[])
            """
        ) { columns throws(StoreError) in
            Delivery.Recipient(user: try columns.id(), seq: try columns.count())
        }
    }

    /// The event at a place of an inbox. In an inbox, ids ascend with the places.
    public static func eventID(
        at seq: UInt32, of user: User.ID
    ) -> Query<Identifier<InboxEvent>> {
        Query(
            "SELECT event_id FROM inbox WHERE user_id = \(user) AND seq = \(seq)"
        ) { columns throws(StoreError) in try columns.id() }
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

    /// How far a user's devices have acknowledged; no row before the first acknowledgement.
    public static func acknowledged(by user: User.ID) -> Query<UInt32> {
        Query("SELECT acked FROM inbox_mark WHERE user_id = \(user)") {
            columns throws(StoreError) in try columns.count()
        }
    }

    /// Notes that a device of the user has everything up to `seq`.
    public static func acknowledge(
        _ seq: UInt32, by user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO inbox_mark (user_id, acked) VALUES (\(user), \(seq))
            ON CONFLICT (user_id) DO UPDATE SET acked = excluded.acked
            """)
    }
}

// An event's content may change after delivery: later readers get the new content.
extension Inbox {
    /// Replaces the content of a stored event; its place in the inboxes and its time stay.
    public static func rewrite(
        _ id: Identifier<InboxEvent>, as body: ServerMessage.OneOf_Body,
        in transaction: Transaction
    ) throws(Refusal) {
        let time = Query<Moment>("SELECT at_ms FROM event WHERE id = \(id)") {
            columns throws(StoreError) in try columns.moment()
        }
        guard let at = try transaction.first(time) else { return }
        let event = InboxEvent(body, atMilliseconds: at.unixMilliseconds)
        try transaction.run("UPDATE event SET body = \(event.stored) WHERE id = \(id)")
    }
}

// Queries that forget events: each is a look-up by key, whatever the inboxes hold.
extension Inbox {
    /// The next user, by id, with an inbox.
    public static func owner(after user: User.ID) -> Query<User.ID> {
        Query("SELECT user_id FROM inbox WHERE user_id > \(user) ORDER BY user_id LIMIT 1") {
            columns throws(StoreError) in try columns.id()
        }
    }

    /// The first event of an inbox that is not older than `moment`, if it is before `seq`.
    public static func first(
        of user: User.ID, since moment: Moment, before seq: UInt32
    ) -> Query<UInt32> {
        Query(
            """
            SELECT i.seq FROM inbox i JOIN event e ON e.id = i.event_id
            WHERE i.user_id = \(user) AND i.seq < \(seq) AND e.at_ms >= \(moment)
            ORDER BY i.seq LIMIT 1
            """
        ) { columns throws(StoreError) in try columns.count() }
    }

    /// How many events are added to an inbox between two checks of its length. A check removes up
    /// to twice as many. Checking at each event would take four more statements for each.
    static let cutStep: UInt32 = 16

    /// Cuts an inbox to which `newest` was added: now and then the events beyond `eventsMax` are
    /// removed, a few at a time.
    static func cut(
        _ user: User.ID, after newest: UInt32, keeping eventsMax: UInt32,
        in transaction: Transaction
    ) throws(Refusal) {
        guard newest > eventsMax, newest % cutStep == 0,
            let floor = try transaction.first(floor(of: user))
        else { return }
        let end = min(newest - eventsMax + 1, floor + 2 * cutStep)
        if floor < end { try forget(of: user, before: end, in: transaction) }
    }

    private static func floor(of user: User.ID) -> Query<UInt32> {
        Query("SELECT seq FROM inbox WHERE user_id = \(user) ORDER BY seq LIMIT 1") {
            columns throws(StoreError) in try columns.count()
        }
    }

    /// Forgets the events of an inbox before `seq`, and deletes those that have no references left.
    ///
    /// `seq` must be in the inbox: its newest event stays, since the numbering goes on from it.
    public static func forget(
        of user: User.ID, before seq: UInt32, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            UPDATE event SET reference_count = reference_count - 1
            WHERE reference_count < \(forGood)
                AND id IN (SELECT event_id FROM inbox WHERE user_id = \(user) AND seq < \(seq))
            """)
        try transaction.run(
            """
            DELETE FROM event WHERE reference_count = 0
                AND id IN (SELECT event_id FROM inbox WHERE user_id = \(user) AND seq < \(seq))
            """)
        try transaction.run("DELETE FROM inbox WHERE user_id = \(user) AND seq < \(seq)")
    }
}

// Queries that erase a user: the user's own inbox, and events in the inboxes of others.
extension Inbox {
    /// The most rows that one transaction deletes.
    private static let batchCount: UInt32 = 500

    /// Deletes some of a user's inbox and of the replies that are kept for the user. The newest
    /// event of the inbox is deleted, too: there will be no more.
    ///
    /// - Returns: whether nothing is left.
    public static func erase(
        of departed: Departed, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let user = departed.user
        if let bounds = try transaction.first(bounds(of: user)), bounds.top >= bounds.floor {
            let end = min(bounds.top, bounds.floor + min(batchCount, bounds.top - bounds.floor)) + 1
            try forget(of: user, before: end, in: transaction)
            return false
        }
        let replies = try transaction.rowsChanged(
            """
            DELETE FROM command_log WHERE user_id = \(user) AND cid IN (
                SELECT cid FROM command_log WHERE user_id = \(user)
                ORDER BY cid LIMIT \(batchCount))
            """)
        try transaction.run("DELETE FROM inbox_mark WHERE user_id = \(user)")
        return replies < Int(batchCount)
    }

    /// A page of the events up to `end`, in the order in which they happened.
    public static func events(
        after last: Identifier<InboxEvent>, upTo end: Identifier<InboxEvent>, limit: Int
    ) -> Query<(id: Identifier<InboxEvent>, event: InboxEvent)> {
        Query(
            """
            SELECT id, body FROM event WHERE id > \(last) AND id <= \(end)
            ORDER BY id LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            (id: try columns.id(), event: InboxEvent(stored: try columns.blob()))
        }
    }

    /// The newest event in the store; 0 when there is none.
    public static let newest = Query<Identifier<InboxEvent>>(
        "SELECT coalesce(max(id), 0) FROM event"
    ) { columns throws(StoreError) in try columns.id() }

    /// Removes the content of an event. Its place in every inbox stays, and its time.
    public static func blank(
        _ event: Identifier<InboxEvent>, in transaction: Transaction
    ) throws(Refusal) {
        let time = Query<Moment>("SELECT at_ms FROM event WHERE id = \(event)") {
            columns throws(StoreError) in try columns.moment()
        }
        guard let at = try transaction.first(time) else { return }
        let blank = InboxEvent(blankAtMilliseconds: at.unixMilliseconds)
        try transaction.run("UPDATE event SET body = \(blank.stored) WHERE id = \(event)")
    }
}

/// Goes through the replies that are kept.
public enum CommandLogSweep {
    /// Reads some replies behind `place`, and blanks those for which `isNamed` is true, along with
    /// the commands that they answered. The row stays: without it, a repeated command would take
    /// effect again. It is a conflict now.
    ///
    /// - Returns: the last place looked at; nil when there are no more.
    public static func step(
        after place: (user: User.ID, cid: String), limit: Int, in transaction: Transaction,
        where isNamed: ([UInt8]) -> Bool
    ) throws(Refusal) -> (user: User.ID, cid: String)? {
        let start = CommandLog.Key(user: place.user, cid: place.cid)
        let page = try transaction.all(CommandLog.replies(after: start, limit: limit))
        for row in page where isNamed(row.reply) {
            try transaction.run(CommandLog.blank(row.key))
        }
        return page.last.map { ($0.key.user, $0.key.cid) }
    }
}

extension CommandLog {
    fileprivate static func blank(_ key: Key) -> SQL {
        """
        UPDATE command_log SET command = 0, digest = 0, reply = \([UInt8]())
        WHERE user_id = \(key.user) AND cid = \(key.cid)
        """
    }

    fileprivate static func replies(
        after key: Key, limit: Int
    ) -> Query<(key: Key, reply: [UInt8])> {
        Query(
            """
            SELECT user_id, cid, reply FROM command_log
            WHERE (user_id, cid) > (\(key.user), \(key.cid))
            ORDER BY user_id, cid LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            let key = Key(user: try columns.id(), cid: try columns.text())
            return (key: key, reply: try columns.blob())
        }
    }
}
