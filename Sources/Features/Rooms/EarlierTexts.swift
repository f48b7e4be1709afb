import Kernel
import SwiftProtobuf
import Wire

/// What edited messages said before: for reports and for the author's export, and for no reader.
///
/// A text is stored when an edit replaces it. It is deleted with its message, and after
/// ``lifetime``; a report has a copy of its own. Source: docs/decisions/0076.
enum EarlierTexts {
    /// Most edits of a message whose texts are still stored.
    static let countMax: UInt32 = 10
    /// How long a text is stored after the edit that replaced it.
    private static let lifetime = Duration.seconds(30 * 86_400)
    /// Most rows that go in one transaction.
    private static let rowsMax = 100

    // at_ms: when an edit replaced it.
    static let migration = Migration(
        "rooms.earlier",
        """
        CREATE TABLE room_earlier (
            room_id BIGINT NOT NULL,
            seq BIGINT NOT NULL,
            at_ms BIGINT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (room_id, seq, at_ms)
        ) {clustered};
        CREATE INDEX room_earlier_age ON room_earlier (at_ms);
        """)

    static let audits = [
        Audit(
            "an earlier text is of a message that is there",
            breaches: """
                SELECT count(*) FROM room_earlier t
                WHERE NOT EXISTS (SELECT 1 FROM room_message m
                    WHERE m.room_id = t.room_id AND m.seq = t.seq AND m.expires_ms <> 1)
                """)
    ]

    /// Stores what a message says, before an edit replaces it.
    ///
    /// - Throws: `.listFull` after ``countMax`` edits: otherwise many short-lived texts would push
    ///   out the one that a report is about.
    static func keep(_ said: SaidMessage, in transaction: Transaction) throws(Refusal) {
        let count = Query<UInt32>(
            "SELECT count(*) FROM room_earlier WHERE \(place(said.message.seq, in: said.room))"
        ) { columns throws(StoreError) in try columns.count() }
        guard try transaction.first(count) ?? 0 < countMax else {
            throw Refusal(
                .listFull, field: "seq", "limit reached: \(countMax) edits of a message")
        }
        // Two edits within a millisecond: the text between them was there for no time.
        try transaction.run(
            """
            INSERT INTO room_earlier (room_id, seq, at_ms, body)
            VALUES (\(said.room), \(said.message.seq), \(transaction.now), \(said.message.text))
            ON CONFLICT DO NOTHING
            """)
    }

    /// What a message said before its edits, the oldest first.
    static func of(
        _ seq: UInt32, in room: Room.ID, _ snapshot: Snapshot
    ) throws(Refusal) -> [EarlierText] {
        let texts = Query<EarlierText>(
            """
            SELECT body, at_ms FROM room_earlier WHERE \(place(seq, in: room)) ORDER BY at_ms
            """
        ) { columns throws(StoreError) in
            var earlier = EarlierText()
            (earlier.text, earlier.until) = (try columns.text(), try columns.moment().timestamp)
            return earlier
        }
        return try snapshot.all(texts)
    }

    /// Deletes those of a message.
    static func remove(of said: SaidMessage, in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            "DELETE FROM room_earlier WHERE \(place(said.message.seq, in: said.room))")
    }

    /// Deletes some that are too old, by the index `room_earlier_age`.
    ///
    /// - Returns: whether there may be more.
    static func sweep(in transaction: Transaction) throws(Refusal) -> Bool {
        let due = transaction.now.advanced(by: .zero - lifetime)
        let gone = try transaction.rowsChanged(
            """
            DELETE FROM room_earlier WHERE (room_id, seq, at_ms) IN (
                SELECT room_id, seq, at_ms FROM room_earlier WHERE at_ms <= \(due)
                ORDER BY at_ms LIMIT \(Int64(rowsMax)))
            """)
        return gone == rowsMax
    }

    /// The record of a message of the caller's own that was edited; nil: nothing is stored.
    static func disclosed(
        _ said: SaidMessage, to caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> ExportRecord? {
        guard said.author == caller.user, said.message.hasEditedAt else { return nil }
        let texts = try of(said.message.seq, in: said.room, snapshot)
        guard !texts.isEmpty else { return nil }
        return .with {
            $0.earlier.room = said.message.room
            $0.earlier.seq = said.message.seq
            $0.earlier.texts = texts
        }
    }

    private static func place(_ seq: UInt32, in room: Room.ID) -> SQL {
        "room_id = \(room) AND seq = \(seq)"
    }
}
