import Accounts
import Kernel
import Wire

/// Messages that are read by their seqs: those that others reply to.
///
/// A reply has the seq of its original, and nothing that it says. So a quote shows each reader what
/// this reader may read now: an edit, a deletion, its end, a block and the end of a membership
/// change it in one place. Source: docs/decisions/0069.
enum Quotes {
    /// Most messages of one answer.
    static let countMax = 50

    static func read(
        _ command: RoomRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> RoomMessages {
        guard (1...countMax).contains(command.seqs.count) else {
            throw Refusal(.invalidField, field: "seqs", "expected 1 to \(countMax)")
        }
        let conversation = try Conversation.find(
            command.with, field: "with", caller, in: snapshot)
        var answer = RoomMessages()
        answer.room = conversation.key.description
        guard let room = try conversation.room(in: snapshot) else { return answer }
        answer.messages = try messages(Set(command.seqs), in: conversation, room, snapshot)
        return answer
    }

    /// What the newest messages of a page reply to, as far as it is not on the page; at most
    /// `countMax`.
    ///
    /// - Complexity: one statement; none for a page without replies.
    static func quoted(
        by page: [RoomMessage], in conversation: Conversation, _ room: Room.ID,
        _ snapshot: Snapshot
    ) throws(Refusal) -> [RoomMessage] {
        let there = Set(page.map(\.seq))
        var seqs: Set<UInt32> = []
        for message in page.sorted(by: { $0.seq > $1.seq }) where seqs.count < countMax {
            guard message.replyTo != 0, !there.contains(message.replyTo) else { continue }
            seqs.insert(message.replyTo)
        }
        return try messages(seqs, in: conversation, room, snapshot)
    }

    /// Refuses a reply to a message that the caller cannot read, alike for one that was deleted or
    /// has expired, and for none.
    static func require(
        _ seq: UInt32, in conversation: Conversation, _ room: Room.ID, _ snapshot: Snapshot
    ) throws(Refusal) {
        guard seq != 0 else { return }
        let found = try messages([seq], in: conversation, room, snapshot)
        guard found.first?.isThere == true else {
            throw Refusal(.notFound, field: "replyTo", "there is no such message")
        }
    }

    private static func messages(
        _ seqs: Set<UInt32>, in conversation: Conversation, _ room: Room.ID, _ snapshot: Snapshot
    ) throws(Refusal) -> [RoomMessage] {
        guard !seqs.isEmpty else { return [] }
        return try snapshot.all(
            .messages(
                seqs, of: room, for: conversation.caller.user, after: conversation.since,
                at: snapshot.now)
        ).map(\.quote)
    }
}

extension Query where Row == RoomMessage {
    /// Those of these messages that `history` shows to the reader, in order.
    ///
    /// - Parameter after: the newest message before the reader's membership; 0: all may be read.
    /// - Index: the primary key.
    fileprivate static func messages(
        _ seqs: Set<UInt32>, of room: Room.ID, for reader: User.ID, after: UInt32,
        at now: Moment
    ) -> Self {
        Query(
            """
            SELECT e.body FROM room_message m JOIN event e ON e.id = m.event_id
            WHERE m.room_id = \(room) AND m.seq IN (\(MessagePlace.list(seqs)))
                AND m.seq > \(after) AND m.author <> \(User.ID.nobody)
                AND \(Expiry.lasts(at: now)) AND NOT EXISTS (
                    SELECT 1 FROM block b WHERE b.blocker = \(reader) AND b.blocked = m.author)
            ORDER BY m.seq
            """
        ) { columns throws(StoreError) in try RoomMessage(stored: try columns.blob()) }
    }
}

extension RoomMessage {
    /// What is shown of it above a reply. Fifty of them fit an outbox beside a page.
    fileprivate var quote: RoomMessage {
        var quote = preview
        quote.attachments = Array(quote.attachments.prefix(1))
        return quote
    }
}
