import Friends
import Kernel
import Wire

/// A message with what refers to it.
struct SaidMessage: Sendable {
    let room: Room.ID
    let author: User.ID
    /// The event that holds it.
    let event: Identifier<InboxEvent>
    /// The event of its newest change; 0 if it was never changed.
    let change: Identifier<InboxEvent>
    let message: RoomMessage
    /// Whether its words are in the index: words that are not there must not be removed.
    let isIndexed: Bool
    /// When it expires; nil: it stays.
    let expires: Moment?
}

extension Query where Row == SaidMessage {
    private static var columns: SQL {
        """
        m.seq, m.room_id, m.author, m.event_id, m.change_id, m.is_indexed, m.expires_ms, e.body
        """
    }

    private static func decode(_ columns: inout Columns) throws(StoreError) -> SaidMessage {
        let seq = try columns.count()
        let (room, author): (Room.ID, User.ID) = (try columns.id(), try columns.id())
        let (event, change): (Identifier<InboxEvent>, Identifier<InboxEvent>) =
            (try columns.id(), try columns.id())
        let (isIndexed, expires) = (try columns.flag(), try columns.moment())
        let body = InboxEvent(stored: try columns.blob()).body
        // The event of an author who is being erased, or of an expired message, has none.
        var message = RoomMessage()
        if case .roomMessage(let said)? = body { message = said }
        message.seq = seq
        return SaidMessage(
            room: room, author: author, event: event, change: change, message: message,
            isIndexed: isIndexed, expires: expires.unixMilliseconds == 0 ? nil : expires)
    }

    /// Some that have expired and still have content, those that expired first.
    static func expired(by now: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT \(columns) FROM room_message m JOIN event e ON e.id = m.event_id
            WHERE m.expires_ms > 1 AND m.expires_ms <= \(now)
            ORDER BY m.expires_ms LIMIT \(Int64(limit))
            """, decode: decode)
    }

    static func message(_ seq: UInt32, in room: Room.ID) -> Self {
        Query(
            """
            SELECT \(columns) FROM room_message m JOIN event e ON e.id = m.event_id
            WHERE m.room_id = \(room) AND m.seq = \(seq)
            """, decode: decode)
    }

    /// Messages of a group that a user has pinned, or to which the user has reacted or voted.
    static func reacted(by user: User.ID, in room: Room.ID, limit: Int) -> Self {
        Query(
            """
            SELECT \(columns) FROM room_reaction x
            JOIN room_message m ON m.room_id = x.room_id AND m.seq = x.seq
            JOIN event e ON e.id = m.event_id
            WHERE x.user_id = \(user) AND x.room_id = \(room) LIMIT \(Int64(limit))
            """, decode: decode)
    }

    /// Messages of a group that mention a user.
    static func mentioning(_ user: User.ID, in room: Room.ID, limit: Int) -> Self {
        Query(
            """
            SELECT \(columns) FROM room_mention x
            JOIN room_message m ON m.room_id = x.room_id AND m.seq = x.seq
            JOIN event e ON e.id = m.event_id
            WHERE x.user_id = \(user) AND x.room_id = \(room) LIMIT \(Int64(limit))
            """, decode: decode)
    }

    /// A user's messages in a group, in order.
    ///
    /// - Index: `room_message_author`.
    static func messages(
        of author: User.ID, inGroup room: Room.ID, after: UInt32 = 0, upTo: UInt32 = .max,
        limit: Int
    ) -> Self {
        Query(
            """
            SELECT \(columns) FROM room_message m JOIN event e ON e.id = m.event_id
            WHERE m.in_group = 1 AND m.room_id = \(room) AND m.author = \(author)
                AND m.seq > \(after) AND m.seq <= \(upTo)
            ORDER BY m.seq LIMIT \(Int64(limit))
            """, decode: decode)
    }

    /// A user's newest messages in a group, the newest first.
    static func newestMessages(of author: User.ID, inGroup room: Room.ID, limit: Int) -> Self {
        Query(
            """
            SELECT \(columns) FROM room_message m JOIN event e ON e.id = m.event_id
            WHERE m.in_group = 1 AND m.room_id = \(room) AND m.author = \(author)
            ORDER BY m.seq DESC LIMIT \(Int64(limit))
            """, decode: decode)
    }

    /// Messages of a room behind `seq`, in order.
    static func messages(of room: Room.ID, after seq: UInt32, limit: Int) -> Self {
        Query(
            """
            SELECT \(columns) FROM room_message m JOIN event e ON e.id = m.event_id
            WHERE m.room_id = \(room) AND m.seq > \(seq)
            ORDER BY m.seq LIMIT \(Int64(limit))
            """, decode: decode)
    }
}

extension SaidMessage {
    /// Replaces the message by `changed` wherever it is stored, and sends it to its readers.
    ///
    /// No reader finds an earlier version: its event has the new state, the event that announced
    /// its last change is blanked, and replies to its changes are not stored.
    ///
    /// - Parameter isReadable: whether the caller may read it.
    func change(
        to changed: RoomMessage, in conversation: Conversation, isReadable: Bool = true,
        _ transaction: Transaction
    ) throws(Refusal) {
        switch conversation.party {
        case .pair(_, let pair):
            try change(to: changed, of: pair, isReadable: isReadable, in: transaction)
        case .group: try change(to: changed, inGroup: room, transaction)
        }
    }

    /// The same in a room of two: both users receive it, or neither. Both receive a deletion even
    /// if they may no longer talk: a device may have the message.
    func change(
        to changed: RoomMessage, of pair: UserPair, isReadable: Bool = true,
        in transaction: Transaction
    ) throws(Refusal) {
        let isTold = isReadable || changed.deleted
        try change(
            to: changed, by: RoomWords.marks(of: pair),
            telling: isTold ? [pair.low, pair.high] : [.nobody], in: transaction)
    }

    /// The same in a group: the recipients are members who were there when the message was sent and
    /// have not blocked its author.
    func change(
        to changed: RoomMessage, inGroup group: Room.ID, _ transaction: Transaction
    ) throws(Refusal) {
        try change(
            to: changed, by: RoomWords.marks(of: group),
            telling: try transaction.all(
                .members(of: group, readingOf: author, at: message.seq)),
            in: transaction)
    }

    private func change(
        to changed: RoomMessage, by marks: [String], telling people: [User.ID],
        in transaction: Transaction
    ) throws(Refusal) {
        try Inbox.rewrite(event, as: .roomMessage(changed), in: transaction)
        try Inbox.blank(change, in: transaction)
        if !changed.wholeText.isSame(as: message.wholeText)
            || changed.attachments != message.attachments
        {
            try RoomWords.replace(self, by: changed, marks, in: transaction)
        }
        if changed.deleted { try EarlierTexts.remove(of: self, in: transaction) }
        try Mentions.replace(of: self, by: changed, in: transaction)
        if changed.attachments != message.attachments {
            try Attachments.remove(of: self, but: changed.attachments, in: transaction)
        }
        if changed.hasPinned != message.hasPinned {
            try Pins.set(changed.hasPinned, self, in: transaction)
        }
        var event = RoomMessageChanged()
        event.message = changed
        let id = try transaction.deliver(
            .roomMessageChanged(event), to: people.isEmpty ? [.nobody] : people)
        try transaction.run(
            """
            UPDATE room_message SET change_id = \(id)
            WHERE room_id = \(room) AND seq = \(message.seq)
            """)
    }

    /// Takes the message out of its room and its index; its places in inboxes stay, and are empty.
    func delete(_ marks: [String], in transaction: Transaction) throws(Refusal) {
        try clear(marks, in: transaction)
        try Inbox.blank(event, in: transaction)
        try transaction.run(
            "DELETE FROM room_message WHERE room_id = \(room) AND seq = \(message.seq)")
    }

    /// Removes all that is stored of the message beside its event: its words in the index, its
    /// files, unless a report is about it, its pin, its mentions, its earlier texts and its newest
    /// change.
    func clear(_ marks: [String], in transaction: Transaction) throws(Refusal) {
        try RoomWords.replace(self, by: nil, marks, in: transaction)
        try Attachments.remove(of: self, in: transaction)
        try Pins.set(false, self, in: transaction)
        try Mentions.remove(of: self, in: transaction)
        try EarlierTexts.remove(of: self, in: transaction)
        try Inbox.blank(change, in: transaction)
    }

    /// Records whether the departure of a user changes a message in a group.
    ///
    /// - Parameter hasPart: whether a reaction, a vote or the pin of the message is the user's.
    func note(
        hasPart: Bool, _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            hasPart
                ? """
                INSERT INTO room_reaction (user_id, room_id, seq)
                VALUES (\(user), \(room), \(message.seq)) ON CONFLICT DO NOTHING
                """
                : """
                DELETE FROM room_reaction
                WHERE user_id = \(user) AND room_id = \(room) AND seq = \(message.seq)
                """)
    }
}
