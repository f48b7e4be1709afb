import Friends
import Kernel
import Wire

/// The words of messages, by the events of the messages.
///
/// A chore adds a message to the index shortly after it was sent, so that no caller waits for it.
/// Each message records whether its words are in the index; those that are not yet are read one by
/// one.
///
/// Each word is in the index twice, behind a mark of each of the room's two users: so a search
/// reads one user's words alone, however many others have written the same. So are the author and
/// the kinds of each message, as words that no text has. Source: docs/decisions/0012, 0071.
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
            try insert(message.event, message.message, message.marks, in: transaction)
            try transaction.run(
                """
                UPDATE room_message SET is_indexed = 1
                WHERE room_id = \(message.room) AND seq = \(message.seq)
                """)
            if message.hasOldReactions { try renew(message, in: transaction) }
        }
        return page.count == stepCount
    }

    /// Gives each emoji below a message of an earlier version the one form that it has since.
    private static func renew(
        _ message: FreshMessage, in transaction: Transaction
    ) throws(Refusal) {
        guard let said = try transaction.first(.message(message.seq, in: message.room)),
            !said.isExpired(at: transaction.now)
        else { return }
        var renewed = said.message
        renewed.reactions = RoomReaction.merged(renewed.reactions)
        if let pair = message.pair {
            try said.change(to: renewed, of: pair, in: transaction)
        } else {
            try said.change(to: renewed, inGroup: message.room, transaction)
        }
    }

    /// A message says something else now.
    ///
    /// - Parameter message: nil, or one that is deleted: it says nothing.
    static func replace(
        _ said: SaidMessage, by message: RoomMessage?, _ marks: [String],
        in transaction: Transaction
    ) throws(Refusal) {
        guard said.isIndexed else { return }
        if let old = entry(of: said.message, marks) {
            try transaction.run(index.remove(said.event.rawValue, words: old))
        }
        try insert(said.event, message, marks, in: transaction)
    }

    /// What the index is asked for: messages with these words in a room of `user`.
    ///
    /// - Parameters:
    ///   - filter: what they are besides.
    ///   - friend: only in the room with this one.
    static func question(
        _ words: Words, _ filter: SearchFilter = .init(), of user: User.ID, with friend: User.ID?
    ) -> String {
        question(words, filter, behind: mark(user), and: friend.map { [mark($0)] } ?? [])
    }

    /// The same for messages in a group.
    static func question(
        _ words: Words, _ filter: SearchFilter = .init(), inGroup room: Room.ID
    ) -> String {
        question(words, filter, behind: mark("r", room.rawValue), and: [])
    }

    /// Without words, the mark alone asks for any message.
    private static func question(
        _ words: Words, _ filter: SearchFilter, behind mark: String, and others: [String]
    ) -> String {
        let traits =
            (filter.author.map { [trait(author: $0, behind: mark)] } ?? [])
            + (filter.kind.map { [trait($0, behind: mark)] } ?? [])
        guard !words.list.isEmpty else {
            return (others + [mark] + traits).joined(separator: " ")
        }
        return (others + traits + words.list.map { mark + $0 }).joined(separator: " ") + "*"
    }

    /// The author of a message, as a word that no text has: words begin with another letter.
    private static func trait(author username: String, behind mark: String) -> String {
        // What is no letter and no digit would part it.
        "f" + mark + username.replacing("_", with: "þ")
    }

    /// A kind of a message, as a word that no text has.
    private static func trait(_ kind: MessageKind, behind mark: String) -> String {
        "k" + mark + String(kind.rawValue)
    }

    /// The owners of the words in a room.
    static func marks(in room: Room.ID, _ snapshot: Snapshot) throws(Refusal) -> [String] {
        guard let pair = try snapshot.first(.pair(of: room)) else { return marks(of: room) }
        return marks(of: pair)
    }

    /// The owners of the words in a room of two: both users.
    static func marks(of pair: UserPair) -> [String] { [mark(pair.low), mark(pair.high)] }

    /// The owner of the words in a group: the room, whatever its members.
    static func marks(of group: Room.ID) -> [String] { [mark("r", group.rawValue)] }

    /// What the index has of a message, behind each mark: its words, its author and its kinds; and
    /// the mark. nil: nothing.
    private static func entry(of message: RoomMessage, _ marks: [String]) -> String? {
        guard message.isThere, !message.from.isEmpty else { return nil }
        let words = Set(Words(of: message).list).sorted()
        let kinds = Set(message.kinds).sorted { $0.rawValue < $1.rawValue }
        return marks.sorted().flatMap { mark in
            [mark] + words.map { mark + $0 } + [trait(author: message.from, behind: mark)]
                + kinds.map { trait($0, behind: mark) }
        }
        .joined(separator: " ")
    }

    private static func mark(_ owner: User.ID) -> String { mark("u", owner.rawValue) }

    /// Always as long, so that no mark with a word is another mark with another word.
    private static func mark(_ kind: String, _ id: Int64) -> String {
        let digits = String(UInt64(bitPattern: id), radix: 36)
        return kind + String(repeating: "0", count: max(0, 13 - digits.count)) + digits
    }

    private static func insert(
        _ event: Identifier<InboxEvent>, _ message: RoomMessage?, _ marks: [String],
        in transaction: Transaction
    ) throws(Refusal) {
        guard let words = message.flatMap({ entry(of: $0, marks) }) else { return }
        try transaction.run(index.insert(event.rawValue, words: words))
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
    /// The two users of the room; nil: it is a group's.
    let pair: UserPair?
    /// nil of an event that is not there, and of a message that is deleted: no index needs it.
    let message: RoomMessage?
    /// Whether an earlier version stored emoji below it in other forms.
    let hasOldReactions: Bool

    /// The owners of the words in the index.
    var marks: [String] { pair.map(RoomWords.marks) ?? RoomWords.marks(of: room) }
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
            let pair = UserPair(try columns.id(), try columns.id())
            let event = try ScannedEvent(&columns)
            let reactions = event.message?.reactions ?? []
            return FreshMessage(
                room: room, seq: seq, event: event.id, pair: pair,
                message: event.message,
                hasOldReactions: RoomReaction.merged(reactions) != reactions)
        }
    }
}

extension Query where Row == Int64 {
    /// The events of messages between a user and friends whose words are not in the index yet,
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

    /// The newest event of a group that was there before a member came; no row when none was.
    static func start(of member: User.ID, in room: Room.ID) -> Self {
        Query(
            """
            SELECT m.event_id FROM room_member k
            JOIN room_message m ON m.room_id = k.room_id AND m.seq = k.since
            WHERE k.room_id = \(room) AND k.user_id = \(member)
            """
        ) { columns throws(StoreError) in try columns.integer() }
    }

    /// The same of one room.
    static func fresh(in room: Room.ID, before event: Int64, limit: Int) -> Self {
        Query(
            """
            SELECT m.event_id FROM room_message m
            WHERE m.room_id = \(room) AND m.is_indexed = 0 AND m.event_id < \(event)
            ORDER BY m.event_id DESC LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in try columns.integer() }
    }
}
