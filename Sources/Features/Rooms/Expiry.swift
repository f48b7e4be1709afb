import Accounts
import Kernel
import Synchronization
import Wire

/// The end of messages: what a room's members have set, and the sweep of what has expired.
///
/// A message is unreadable from the moment on that it carries, whatever is still stored of it. The
/// sweep removes its content later. Its row stays, without content: seqs, receipts and counts of
/// unread messages are differences of rows. Source: docs/decisions/0070.
enum Expiry {
    /// Most minutes that can be set: 90 days.
    static let minutesMax: UInt32 = 129_600
    /// In place of the time, once the content of a message is gone.
    static let gone = Moment(unixMilliseconds: 1)

    // life: minutes; 0: messages stay. life_at_ms: 0 until it is first set. expires_ms: 0: the
    // message stays; 1: its content is gone.
    static let migration = Migration(
        "rooms.expiry",
        """
        ALTER TABLE room ADD COLUMN life BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE room ADD COLUMN life_by BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE room ADD COLUMN life_at_ms BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE room_group ADD COLUMN life BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE room_group ADD COLUMN life_by BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE room_group ADD COLUMN life_at_ms BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE room_message ADD COLUMN expires_ms BIGINT NOT NULL DEFAULT 0;
        CREATE INDEX room_message_expiry ON room_message (expires_ms) WHERE expires_ms > 1;
        DROP INDEX room_reaction_room;
        CREATE INDEX room_reaction_room ON room_reaction (room_id, seq);
        """)

    static let audits = [
        Audit(
            "a message that is gone has no words, files, pin, mentions or reactions",
            breaches: """
                SELECT count(*) FROM room_message m
                WHERE m.expires_ms = 1 AND (m.is_indexed = 0 OR m.change_id <> 0
                    OR EXISTS (SELECT 1 FROM room_file f
                        WHERE f.room_id = m.room_id AND f.seq = m.seq AND f.is_gone = 0)
                    OR EXISTS (SELECT 1 FROM room_pin p
                        WHERE p.room_id = m.room_id AND p.seq = m.seq)
                    OR EXISTS (SELECT 1 FROM room_mention n
                        WHERE n.room_id = m.room_id AND n.seq = m.seq)
                    OR EXISTS (SELECT 1 FROM room_reaction x
                        WHERE x.room_id = m.room_id AND x.seq = m.seq))
                """)
    ]

    /// Whether the message `m` of a statement can be read at a time.
    static func lasts(at now: Moment) -> SQL {
        "(m.expires_ms = 0 OR m.expires_ms > \(now))"
    }
}

/// Removes the content of messages that have expired.
final class ExpirySweep: Sendable {
    /// Messages that go in one transaction.
    private static let stepCount = 100
    /// Whether the index of words may still have words of messages that are gone: it writes what it
    /// forgets at the end of a transaction, and merges it away in the next one. Unknown at first.
    private let mustForget = Mutex(true)

    /// Takes some of them, by the index `room_message_expiry`.
    ///
    /// - Returns: whether there may be more.
    func run(in transaction: Transaction) throws(Refusal) -> Bool {
        let expired = try transaction.all(
            .expired(by: transaction.now, limit: Self.stepCount))
        guard !expired.isEmpty else {
            if mustForget.withLock({ $0 }) {
                try transaction.run(RoomWords.index.forgetting)
                mustForget.withLock { $0 = false }
            }
            return false
        }
        var marks: [Room.ID: [String]] = [:]
        for said in expired {
            if marks[said.room] == nil {
                marks[said.room] = try RoomWords.marks(in: said.room, transaction)
            }
            try said.expire(marks[said.room] ?? [], in: transaction)
        }
        return mustForget.withLock { mustForget in
            mustForget = mustForget || expired.contains(where: \.isIndexed)
            return mustForget || expired.count == Self.stepCount
        }
    }
}

/// How long new messages of a room stay, and who has set it.
struct RoomLife: Equatable, Sendable {
    /// The columns of `room` or `room_group` that a statement calls `g`.
    static let columns: SQL = "g.life, g.life_by, g.life_at_ms"
    /// That of a new room.
    static let unset = RoomLife(
        minutes: 0, by: .nobody, at: Moment(unixMilliseconds: 0))

    /// 0: they stay.
    let minutes: UInt32
    /// `.nobody` when that user has left Upfor.
    let by: User.ID
    /// 1970 until it is set.
    let at: Moment

    /// When a message expires that is sent now; nil: it stays.
    func end(ofOneSent now: Moment) -> Moment? {
        minutes > 0 ? now.advanced(by: .seconds(60 * Int64(minutes))) : nil
    }

    /// As members see it; nil while it has never been set.
    func shown(_ key: RoomKey, in snapshot: Snapshot) throws(Refusal) -> RoomExpiry? {
        guard at.unixMilliseconds > 0 else { return nil }
        var shown = RoomExpiry()
        (shown.room, shown.minutes, shown.at) = (key.description, minutes, at.timestamp)
        // A user who is leaving Upfor has no display name.
        if by != .nobody, let account = try snapshot.first(.account(of: by)),
            !account.displayName.isEmpty
        {
            shown.by = account.username
        }
        return shown
    }
}

extension RoomLife {
    init(_ columns: inout Columns) throws(StoreError) {
        self.init(
            minutes: try columns.count(), by: try columns.id(), at: try columns.moment())
    }

    /// That of the room of two friends.
    static func query(ofPair room: Room.ID) -> Query<RoomLife> {
        Query("SELECT \(columns) FROM room g WHERE g.id = \(room)") {
            columns throws(StoreError) in try RoomLife(&columns)
        }
    }
}

extension SaidMessage {
    /// Whether it can no longer be read.
    func isExpired(at now: Moment) -> Bool { expires.map { $0 <= now } ?? false }

    /// Whether its content is gone.
    var isGone: Bool { expires == Expiry.gone }

    /// Removes the content from the room, its index and the inboxes, as a deletion does; the row
    /// stays. Files of a reported message are set aside.
    func expire(_ marks: [String], in transaction: Transaction) throws(Refusal) {
        guard !isGone else { return }
        try clear(marks, in: transaction)
        try Inbox.blank(event, in: transaction)
        let place: SQL = "room_id = \(room) AND seq = \(message.seq)"
        // Also those of one that was deleted before.
        try transaction.run("DELETE FROM room_reaction WHERE \(place)")
        try transaction.run(
            """
            UPDATE room_message SET expires_ms = \(Expiry.gone), change_id = 0, is_indexed = 1
            WHERE \(place)
            """)
    }
}

extension RoomMessage {
    /// Whether it can no longer be read.
    func isExpired(at now: Moment) -> Bool {
        hasExpiresAt && expiresAt.unixMilliseconds <= now.unixMilliseconds
    }

    /// How long it can be read, from when it was sent; nil: it stays.
    var life: Duration? {
        hasExpiresAt ? .milliseconds(expiresAt.unixMilliseconds - at.unixMilliseconds) : nil
    }
}
