import Friends
import Kernel
import Wire

enum RoomSchema {
    static let migrations = [
        Migration(
            "rooms.1",
            """
            CREATE TABLE room (
                id {id},
                low BIGINT NOT NULL REFERENCES account (id),
                high BIGINT NOT NULL REFERENCES account (id),
                UNIQUE (low, high)
            );
            CREATE INDEX room_high ON room (high);
            CREATE TABLE room_message (
                room_id BIGINT NOT NULL,
                seq BIGINT NOT NULL,
                author BIGINT NOT NULL,
                event_id BIGINT NOT NULL,
                PRIMARY KEY (room_id, seq)
            ) {clustered};
            CREATE TABLE room_mark (
                room_id BIGINT NOT NULL,
                user_id BIGINT NOT NULL,
                seq BIGINT NOT NULL,
                PRIMARY KEY (room_id, user_id)
            ) {clustered};
            """),
        // said: how many messages the author has written in the room, up to this one. told: how
        // much of a read mark the other side knows. room_delivery: the newest event that any
        // device of a user has.
        Migration(
            "rooms.2",
            """
            ALTER TABLE room_message ADD COLUMN said BIGINT NOT NULL DEFAULT 0;
            UPDATE room_message SET said = counted.said
            FROM (
                SELECT room_id, seq,
                    row_number() OVER (PARTITION BY room_id, author ORDER BY seq) AS said
                FROM room_message
            ) AS counted
            WHERE counted.room_id = room_message.room_id AND counted.seq = room_message.seq;
            ALTER TABLE room_mark ADD COLUMN told BIGINT NOT NULL DEFAULT 0;
            ALTER TABLE room_mark ADD COLUMN is_muted BIGINT NOT NULL DEFAULT 0;
            CREATE TABLE room_delivery (
                user_id BIGINT NOT NULL PRIMARY KEY REFERENCES account (id),
                event_id BIGINT NOT NULL
            ) {clustered};
            """),
        // change_id: the event of the newest change of a message. room_word_end: how far the words
        // of messages are in their index.
        Migration(
            "rooms.3",
            """
            ALTER TABLE room_message ADD COLUMN change_id BIGINT NOT NULL DEFAULT 0;
            ALTER TABLE room_message ADD COLUMN is_indexed BIGINT NOT NULL DEFAULT 0;
            \(RoomWords.index.creation);
            CREATE TABLE room_word_end (event_id BIGINT NOT NULL);
            INSERT INTO room_word_end (event_id) VALUES (0);
            """),
        // The messages whose words are not in their index yet, instead of one position for all
        // rooms: a search reads those of its own rooms.
        Migration(
            "rooms.4",
            """
            CREATE INDEX room_message_fresh ON room_message (room_id, event_id)
                WHERE is_indexed = 0;
            DROP TABLE room_word_end;
            """),
        // Rooms of more than two users. The row of a group stays when it is deleted, without a
        // name; so does that of a member who has left. since: the room's newest message when the
        // member joined; first: the same when the member joined first. room_reaction: users whose
        // departure changes the reactions of a message.
        Migration(
            "rooms.5",
            """
            CREATE TABLE room_group (
                room_id BIGINT NOT NULL PRIMARY KEY,
                number BIGINT NOT NULL UNIQUE,
                name TEXT NOT NULL,
                owner BIGINT NOT NULL,
                code TEXT NOT NULL,
                members BIGINT NOT NULL,
                made_ms BIGINT NOT NULL,
                is_team BIGINT NOT NULL
            );
            CREATE UNIQUE INDEX room_group_code ON room_group (code) WHERE code <> '';
            CREATE INDEX room_group_empty ON room_group (room_id)
                WHERE members = 0 AND name <> '';
            CREATE TABLE room_member (
                room_id BIGINT NOT NULL,
                user_id BIGINT NOT NULL REFERENCES account (id),
                id BIGINT NOT NULL,
                since BIGINT NOT NULL,
                first BIGINT NOT NULL,
                joined_ms BIGINT NOT NULL,
                is_in BIGINT NOT NULL,
                is_barred BIGINT NOT NULL,
                PRIMARY KEY (room_id, user_id)
            ) {clustered};
            CREATE INDEX room_member_user ON room_member (user_id, room_id);
            ALTER TABLE room_message ADD COLUMN in_group BIGINT NOT NULL DEFAULT 0;
            CREATE INDEX room_message_author ON room_message (room_id, author, seq)
                WHERE in_group = 1;
            CREATE TABLE room_reaction (
                user_id BIGINT NOT NULL,
                room_id BIGINT NOT NULL,
                seq BIGINT NOT NULL,
                PRIMARY KEY (user_id, room_id, seq)
            ) {clustered};
            CREATE INDEX room_reaction_room ON room_reaction (room_id);
            """),
        // Words without what is not seen in them, and in one form of what is canonically
        // equivalent; emoji in one form. Each message gets both when it is put into the index.
        Migration("rooms.forms", emptyIndex),
        Migration(
            "rooms.names",
            "UPDATE room_group SET name = {nfc name} WHERE name <> {nfc name};"),
        // The invitations that a member has sent to a group. state: 0 while the invited user sees
        // it.
        Migration(
            "rooms.6",
            """
            CREATE TABLE room_invitation (
                room_id BIGINT NOT NULL,
                user_id BIGINT NOT NULL REFERENCES account (id),
                inviter BIGINT NOT NULL REFERENCES account (id),
                at_ms BIGINT NOT NULL,
                state BIGINT NOT NULL,
                is_listed BIGINT NOT NULL,
                PRIMARY KEY (room_id, user_id, inviter)
            ) {clustered};
            CREATE INDEX room_invitation_user ON room_invitation (user_id, state, room_id);
            CREATE INDEX room_invitation_inviter ON room_invitation (inviter, room_id);
            """),
        // Words by their letters: 하 is a beginning of 한국어.
        Migration("rooms.letters", emptyIndex),
        Attachments.migration, Attachments.expiry, Pins.migration, Mentions.migration,
        // Messages by their authors and kinds, and by the names of their files.
        Migration("rooms.traits", emptyIndex), Expiry.migration, EarlierTexts.migration,
    ]

    /// All messages are put into the index anew.
    private static let emptyIndex = """
        DROP TABLE room_word;
        \(RoomWords.index.creation);
        UPDATE room_message SET is_indexed = 0;
        """
}

extension RoomSchema {
    /// What is so in every room.
    static let audits = [
        Audit(
            "the messages of a room have no gap",
            breaches: """
                SELECT count(*) FROM (
                    SELECT 1 FROM room_message GROUP BY room_id
                    HAVING count(*) <> max(seq) - min(seq) + 1) AS gap
                """),
        Audit(
            "a message is in a room, and stands in an event, that are there",
            breaches: """
                SELECT count(*) FROM room_message
                WHERE NOT EXISTS (SELECT 1 FROM event WHERE event.id = room_message.event_id)
                    OR NOT EXISTS (SELECT 1 FROM room WHERE room.id = room_message.room_id)
                        AND NOT EXISTS (SELECT 1 FROM room_group g
                            WHERE g.room_id = room_message.room_id)
                """),
        Audit(
            "a group counts its members, at most 200, and its owner is one of them",
            breaches: """
                SELECT count(*) FROM room_group g
                WHERE g.members <> (SELECT count(*) FROM room_member k
                        WHERE k.room_id = g.room_id AND k.is_in = 1)
                    OR g.members > 200
                    OR g.owner <> 0 AND NOT EXISTS (SELECT 1 FROM room_member k
                        WHERE k.room_id = g.room_id AND k.user_id = g.owner AND k.is_in = 1)
                """),
    ]
}

extension Room {
    /// The numbering of a room's messages.
    static func sequence(of room: Room.ID) -> Sequence {
        Sequence(
            kind: "room", owner: room.rawValue,
            recovery: "SELECT coalesce(max(seq), 0) FROM room_message WHERE room_id = \(room)")
    }

    /// The numbering of what one of the two has written in a room.
    ///
    /// Since only two write, a message says how much each of them had written by then, and what
    /// is unread is a difference of two rows: a count of 100,000 rows took 4.4 ms.
    static func sequence(of author: User.ID, in room: Room.ID, of pair: UserPair) -> Sequence {
        Sequence(
            kind: author == pair.low ? "low" : "high", owner: room.rawValue,
            recovery: """
                SELECT coalesce((
                    SELECT CASE WHEN author = \(author) THEN said ELSE seq - said END
                    FROM room_message WHERE room_id = \(room) ORDER BY seq DESC LIMIT 1), 0)
                """)
    }

    /// Creates the room of two users who have none.
    static func make(
        for pair: UserPair, in transaction: Transaction
    ) throws(Refusal) -> Room.ID {
        let room: Room.ID = transaction.makeID()
        try transaction.run(
            "INSERT INTO room (id, low, high) VALUES (\(room), \(pair.low), \(pair.high))")
        return room
    }
}

extension Query where Row == Room.ID {
    static func room(of pair: UserPair) -> Self {
        Query(
            "SELECT id FROM room WHERE low = \(pair.low) AND high = \(pair.high)"
        ) { columns throws(StoreError) in try columns.id() }
    }
}

extension Query where Row == RoomMessage {
    /// The newest message of a room after `after` that `history` shows to the reader. None, if it
    /// shows none of the newest 64.
    ///
    /// - Index: the primary key.
    static func newest(
        of room: Room.ID, for reader: User.ID, after: UInt32, at now: Moment
    ) -> Self {
        Query(
            """
            SELECT e.body FROM (
                SELECT seq, author, event_id, expires_ms FROM room_message
                WHERE room_id = \(room) AND seq > \(after) ORDER BY seq DESC LIMIT 64) m
            JOIN event e ON e.id = m.event_id
            WHERE m.author <> \(User.ID.nobody) AND \(Expiry.lasts(at: now)) AND NOT EXISTS (
                    SELECT 1 FROM block b WHERE b.blocker = \(reader) AND b.blocked = m.author)
            ORDER BY m.seq DESC LIMIT 1
            """
        ) { columns throws(StoreError) in try RoomMessage(stored: try columns.blob()) }
    }

    /// Messages of a room after `after` and before `before`, except those of authors whom the
    /// reader has blocked, or who have left Upfor, and those that have expired, newest first; at
    /// most `limit`.
    ///
    /// - Index: the primary key. Pages by seq, not OFFSET: page 1,000 costs what page 1 does, and
    ///   one more step for each message that is left out.
    static func history(
        of room: Room.ID, for reader: User.ID, after: UInt32, before: UInt32, limit: Int,
        at now: Moment
    ) -> Self {
        Query(
            """
            SELECT e.body FROM room_message m JOIN event e ON e.id = m.event_id
            WHERE m.room_id = \(room) AND m.seq < \(before) AND m.seq > \(after)
                AND m.author <> \(User.ID.nobody) AND \(Expiry.lasts(at: now)) AND NOT EXISTS (
                    SELECT 1 FROM block b WHERE b.blocker = \(reader) AND b.blocked = m.author)
            ORDER BY m.seq DESC LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in try RoomMessage(stored: try columns.blob()) }
    }
}

extension RoomMessage {
    /// A message is stored once, as the event that announced it.
    init(stored: [UInt8]) throws(StoreError) {
        guard case .roomMessage(let message)? = InboxEvent(stored: stored).body else {
            throw .unexpectedColumn
        }
        self = message
    }
}

/// How far a user has read a room, and what is left.
struct ReadMark: Equatable, Sendable {
    let seq: UInt32
    let isMuted: Bool
    /// The room's newest message.
    let newest: UInt32
    /// The number of messages of others after `seq` that have not expired.
    let unread: UInt32
    /// Whether one of them mentions the user.
    var isMentioned = false
}

extension Query where Row == ReadMark {
    /// The mark of `user`; unread is what the other has written up to the newest message, less
    /// what the other had written up to the mark, and less what has expired of that.
    static func mark(of user: User.ID, in room: Room.ID, at now: Moment) -> Self {
        Query(
            """
            SELECT coalesce(k.seq, 0), coalesce(k.is_muted, 0), coalesce(n.seq, 0),
                coalesce(CASE WHEN n.author = \(user) THEN n.seq - n.said ELSE n.said END, 0)
                - coalesce(CASE WHEN m.author = \(user) THEN m.seq - m.said ELSE m.said END, 0)
                - CASE WHEN r.life_at_ms > 0
                    THEN (SELECT count(*) FROM room_message x
                        WHERE x.room_id = r.id AND x.seq > coalesce(k.seq, 0)
                            AND x.expires_ms > 0 AND x.expires_ms <= \(now)
                            AND x.author <> \(user))
                    ELSE 0 END
            FROM room r
            LEFT JOIN room_mark k ON k.room_id = r.id AND k.user_id = \(user)
            LEFT JOIN room_message m ON m.room_id = r.id AND m.seq = k.seq
            LEFT JOIN room_message n ON n.room_id = r.id
                AND n.seq = (SELECT max(seq) FROM room_message WHERE room_id = r.id)
            WHERE r.id = \(room)
            """
        ) { columns throws(StoreError) in
            ReadMark(
                seq: try columns.count(), isMuted: try columns.flag(),
                newest: try columns.count(), unread: try columns.count())
        }
    }
}

/// One line of the list of rooms.
struct ListedRoom: Sendable {
    let room: Room.ID
    let friend: User.ID
    let with: String
    let life: RoomLife
    /// nil: it has expired.
    let newest: RoomMessage?
}

/// The start of a page of the list of rooms: after a room that the caller names. So a page
/// discloses no event id.
struct ListedPlace: Sendable {
    let isGroup: Bool
    let room: Room.ID
    /// The room's newest event; 0: there is none.
    let event: Int64

    /// - Parameter name: of a friend, or a group's room; empty: the list begins.
    /// - Throws: as ``Conversation/find(_:field:_:in:)``.
    init?(of name: String, _ caller: Caller, in snapshot: Snapshot) throws(Refusal) {
        guard !name.isEmpty else { return nil }
        let conversation = try Conversation.find(name, field: "after", caller, in: snapshot)
        guard let room = try conversation.room(in: snapshot) else {
            throw .notFriends(field: "after")
        }
        (self.room, isGroup) = (room, conversation.isGroup)
        event = try snapshot.first(Self.newest(in: room)) ?? 0
    }

    private static func newest(in room: Room.ID) -> Query<Int64> {
        Query(
            """
            SELECT event_id FROM room_message WHERE room_id = \(room) ORDER BY seq DESC LIMIT 1
            """
        ) { columns throws(StoreError) in try columns.integer() }
    }
}

extension Query where Row == ListedRoom {
    /// The rooms with friends that have a message, newest first; of a page: those behind a place.
    ///
    /// By room, not by friend: 5 us instead of 19 for a user with 20 friends and no room, 37
    /// instead of 42 with 10 rooms, compared once (docs/decisions/0018).
    static func rooms(
        of user: User.ID, behind place: ListedPlace? = nil, limit: Int? = nil, at now: Moment
    ) -> Self {
        let rest: SQL = place.map { "AND e.id < \($0.event)" } ?? ""
        let count: SQL = limit.map { "LIMIT \(Int64($0))" } ?? ""
        return Query(
            """
            SELECT r.id, a.id, a.username, r.life, r.life_by, r.life_at_ms, m.expires_ms, e.body
            FROM (
                SELECT id, low, high, high AS friend_id, \(RoomLife.columns)
                FROM room g WHERE low = \(user)
                UNION ALL
                SELECT id, low, high, low, \(RoomLife.columns) FROM room g WHERE high = \(user)
            ) r
            JOIN person a ON a.id = r.friend_id
            JOIN room_message m ON m.room_id = r.id
                AND m.seq = (SELECT max(n.seq) FROM room_message n WHERE n.room_id = r.id)
            JOIN event e ON e.id = m.event_id
            WHERE EXISTS (SELECT 1 FROM bond b
                WHERE b.low = r.low AND b.kind IN \(BondRight.chat.kinds) AND b.high = r.high)
                \(rest)
            ORDER BY e.id DESC \(count)
            """
        ) { columns throws(StoreError) in
            let (room, friend): (Room.ID, User.ID) = (try columns.id(), try columns.id())
            let (with, life) = (try columns.text(), try RoomLife(&columns))
            let (expires, body) = (try columns.moment(), try columns.blob())
            let lasts = expires.unixMilliseconds == 0 || expires > now
            return ListedRoom(
                room: room, friend: friend, with: with, life: life,
                newest: lasts ? try RoomMessage(stored: body) : nil)
        }
    }
}
