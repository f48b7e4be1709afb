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
            """)
    ]
}

extension Room {
    /// The numbering of a room's messages.
    static func sequence(of room: Room.ID) -> Sequence {
        Sequence(
            kind: "room", owner: room.rawValue,
            recovery: "SELECT coalesce(max(seq), 0) FROM room_message WHERE room_id = \(room)")
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
    /// Messages of a room older than `before`, newest first; at most `limit` of them.
    ///
    /// - Index: the primary key. Pages by seq, not OFFSET: page 1,000 costs what page 1 does.
    static func history(of room: Room.ID, before: UInt32, limit: Int) -> Self {
        Query(
            """
            SELECT e.body FROM room_message m JOIN event e ON e.id = m.event_id
            WHERE m.room_id = \(room) AND m.seq < \(before)
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

/// How far somebody has read, and what is left.
struct ReadMark: Equatable, Sendable {
    let seq: UInt32
    let unread: UInt32
    let newest: UInt32
}

extension Query where Row == ReadMark {
    /// The mark of `user`; unread are the other's messages behind it.
    static func mark(of user: User.ID, in room: Room.ID) -> Self {
        Query(
            """
            SELECT coalesce(k.seq, 0),
                (SELECT count(*) FROM room_message m
                    WHERE m.room_id = r.id AND m.seq > coalesce(k.seq, 0) AND m.author <> \(user)),
                (SELECT coalesce(max(seq), 0) FROM room_message m WHERE m.room_id = r.id)
            FROM room r LEFT JOIN room_mark k ON k.room_id = r.id AND k.user_id = \(user)
            WHERE r.id = \(room)
            """
        ) { columns throws(StoreError) in
            ReadMark(
                seq: try columns.count(), unread: try columns.count(),
                newest: try columns.count())
        }
    }
}

/// One line of the list of rooms.
struct ListedRoom: Sendable {
    let room: Room.ID
    let with: String
    let newest: RoomMessage
}

extension Query where Row == ListedRoom {
    /// The rooms with friends in which something was said, the newest first.
    static func rooms(of user: User.ID) -> Self {
        Query(
            """
            SELECT r.id, a.username, e.body
            FROM friend f
            JOIN account a ON a.id = f.friend_id
            JOIN room r ON r.low = CASE WHEN f.friend_id < f.user_id
                    THEN f.friend_id ELSE f.user_id END
                AND r.high = CASE WHEN f.friend_id < f.user_id
                    THEN f.user_id ELSE f.friend_id END
            JOIN room_message m ON m.room_id = r.id
                AND m.seq = (SELECT max(n.seq) FROM room_message n WHERE n.room_id = r.id)
            JOIN event e ON e.id = m.event_id
            WHERE f.user_id = \(user)
            ORDER BY e.id DESC
            """
        ) { columns throws(StoreError) in
            ListedRoom(
                room: try columns.id(), with: try columns.text(),
                newest: try RoomMessage(stored: try columns.blob()))
        }
    }
}
