import Friends
import Kernel
import Wire

/// The words of what was said, by the event that said it.
///
/// A message is put in a little after it was said, by a chore, so that nobody waits for it. Each
/// message knows whether its words are in; those that are not yet are looked at one by one.
///
/// Each word stands there twice, behind a mark of each whose room it is: so a search looks at
/// one's own words alone, however many others have said the same. Source: docs/decisions/0012.
enum RoomWords {
    static let index = WordIndex("room_word")

    /// Messages that go in at once: a millisecond or two of the writer.
    static let stepCount = 64

    /// Puts some more messages in.
    ///
    /// - Returns: whether there may be others left.
    static func advance(in transaction: Transaction) throws(Refusal) -> Bool {
        let page = try transaction.all(.fresh(limit: stepCount))
        // SQLite writes a segment of the index whenever an id is below the one before it.
        for message in page.sorted(by: { $0.event < $1.event }) {
            try insert(message.event, message.owners, message.words, in: transaction)
            try transaction.run(
                """
                UPDATE room_message SET is_indexed = 1
                WHERE room_id = \(message.room) AND seq = \(message.seq)
                """)
        }
        return page.count == stepCount
    }

    /// A message says something else now, or nothing.
    static func replace(
        _ said: SaidMessage, by text: String, of pair: UserPair, in transaction: Transaction
    ) throws(Refusal) {
        guard said.isIndexed else { return }
        let owners = [pair.low, pair.high]
        let old = Words(said.message.text)
        if !old.list.isEmpty {
            try transaction.run(
                index.remove(said.event.rawValue, words: entry(old, owners)))
        }
        try insert(said.event, owners, Words(text), in: transaction)
    }

    /// What the index is asked for: messages with these words in a room of `user`.
    ///
    /// - Parameter friend: only in the room with this one.
    static func question(_ words: Words, of user: User.ID, with friend: User.ID?) -> String {
        let own = words.list.map { mark(user) + $0 }
        return ((friend.map { [mark($0)] } ?? []) + own).joined(separator: " ") + "*"
    }

    /// What the index has of a message: its words of each owner, and a mark of each.
    private static func entry(_ words: Words, _ owners: [User.ID]) -> String {
        let unique = Set(words.list).sorted()
        return owners.map(mark).sorted().flatMap { mark in [mark] + unique.map { mark + $0 } }
            .joined(separator: " ")
    }

    /// Always as long, so that no mark with a word is another mark with another word.
    private static func mark(_ owner: User.ID) -> String {
        let digits = String(UInt64(bitPattern: owner.rawValue), radix: 36)
        return "u" + String(repeating: "0", count: max(0, 13 - digits.count)) + digits
    }

    private static func insert(
        _ event: Identifier<InboxEvent>, _ owners: [User.ID], _ words: Words,
        in transaction: Transaction
    ) throws(Refusal) {
        guard !words.list.isEmpty else { return }
        try transaction.run(index.insert(event.rawValue, words: entry(words, owners)))
    }
}

/// An event, and the message that it is.
struct ScannedEvent: Sendable {
    let id: Identifier<InboxEvent>
    /// nil for another event, and for a message that is deleted.
    let message: RoomMessage?

    init(_ columns: inout Columns) throws(StoreError) {
        id = try columns.id()
        let body = InboxEvent(stored: try columns.blob()).body
        message =
            if case .roomMessage(let message)? = body, !message.deleted { message } else {
                nil
            }
    }
}

extension Query where Row == ScannedEvent {
    static func event(_ id: Int64) -> Self {
        Query("SELECT id, body FROM event WHERE id = \(id)") { columns throws(StoreError) in
            try ScannedEvent(&columns)
        }
    }
}

/// A message whose words are not in the index yet.
private struct FreshMessage: Sendable {
    let room: Room.ID
    let seq: UInt32
    let event: Identifier<InboxEvent>
    let owners: [User.ID]
    /// None of an event that is not there, which no index needs.
    let words: Words
}

extension Query where Row == FreshMessage {
    /// Some of them, room by room.
    fileprivate static func fresh(limit: Int) -> Self {
        Query(
            """
            SELECT m.room_id, m.seq, coalesce(r.low, 0), coalesce(r.high, 0), m.event_id,
                coalesce(e.body, \([UInt8]()))
            FROM (SELECT room_id, seq, event_id FROM room_message WHERE is_indexed = 0
                ORDER BY room_id, event_id LIMIT \(Int64(limit))) AS m
            LEFT JOIN room r ON r.id = m.room_id
            LEFT JOIN event e ON e.id = m.event_id
            """
        ) { columns throws(StoreError) in
            let (room, seq): (Room.ID, UInt32) = (try columns.id(), try columns.count())
            let (low, high): (User.ID, User.ID) = (try columns.id(), try columns.id())
            let event = try ScannedEvent(&columns)
            return FreshMessage(
                room: room, seq: seq, event: event.id, owners: [low, high],
                words: Words(event.message?.text ?? ""))
        }
    }
}

extension Query where Row == Int64 {
    /// The events of messages of somebody and of friends whose words are not in the index yet, the
    /// newest first.
    ///
    /// - Index: a look at `room_message_fresh` for each room.
    static func fresh(of user: User.ID, before event: Int64, limit: Int) -> Self {
        Query(
            """
            SELECT m.event_id
            FROM (
                SELECT id, low, high FROM room WHERE low = \(user)
                UNION ALL
                SELECT id, low, high FROM room WHERE high = \(user)
            ) r
            JOIN room_message m ON m.room_id = r.id AND m.is_indexed = 0
            WHERE m.event_id < \(event) AND EXISTS (SELECT 1 FROM bond b
                WHERE b.low = r.low AND b.kind IN \(BondRight.chat.kinds) AND b.high = r.high)
            ORDER BY m.event_id DESC LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in try columns.integer() }
    }

    /// The same of the room of two alone.
    static func fresh(of pair: UserPair, before event: Int64, limit: Int) -> Self {
        Query(
            """
            SELECT m.event_id
            FROM room r JOIN room_message m ON m.room_id = r.id AND m.is_indexed = 0
            WHERE r.low = \(pair.low) AND r.high = \(pair.high) AND m.event_id < \(event)
            ORDER BY m.event_id DESC LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in try columns.integer() }
    }
}
