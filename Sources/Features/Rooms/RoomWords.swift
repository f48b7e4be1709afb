import Accounts
import Friends
import Kernel
import Wire

/// The words of what was said, by the event that said it.
///
/// A message is put in a little after it was said, by a chore, so that nobody waits for it. How
/// far that is, is stored; what is newer is looked for in the searcher's inbox.
///
/// Each word stands there twice, behind a mark of each whose room it is: so a search looks at
/// one's own words alone, however many others have said the same. Source: docs/decisions/0012.
enum RoomWords {
    static let index = WordIndex("room_word")

    /// Events that the chore looks at, in a second: some milliseconds of the writer.
    static let stepCount = 200

    /// Puts some more messages in.
    static func advance(in transaction: Transaction) throws(Refusal) {
        let start = try transaction.first(.wordsEnd) ?? 0
        let page = try transaction.all(.events(after: start, limit: stepCount))
        guard let end = page.last else { return }
        var places: [String: Place] = [:]
        for event in page {
            guard let message = event.message else { continue }
            if places[message.room] == nil {
                places[message.room] = try place(of: message.room, in: transaction)
            }
            guard let place = places[message.room] else { continue }
            try insert(
                event.id, [place.pair.low, place.pair.high], Words(message.text), in: transaction)
            try transaction.run(
                """
                UPDATE room_message SET is_indexed = 1
                WHERE room_id = \(place.room) AND seq = \(message.seq)
                """)
        }
        try transaction.run("UPDATE room_word_end SET event_id = \(end.id)")
    }

    /// Where a room is, and whose.
    private struct Place {
        let room: Room.ID
        let pair: UserPair
    }

    /// - Returns: nil when one of the two has left: nobody looks there any more.
    private static func place(
        of name: String, in transaction: Transaction
    ) throws(Refusal) -> Place? {
        let names = name.split(separator: ":").map(String.init)
        guard names.count == 2,
            let one = try transaction.first(.account(named: names[0])),
            let other = try transaction.first(.account(named: names[1])),
            let pair = UserPair(one.id, other.id),
            let room = try transaction.first(.room(of: pair))
        else { return nil }
        return Place(room: room, pair: pair)
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
    static func events(after id: Identifier<InboxEvent>, limit: Int) -> Self {
        Query(
            "SELECT id, body FROM event WHERE id > \(id) ORDER BY id LIMIT \(Int64(limit))"
        ) { columns throws(StoreError) in try ScannedEvent(&columns) }
    }

    static func event(_ id: Int64) -> Self {
        Query("SELECT id, body FROM event WHERE id = \(id)") { columns throws(StoreError) in
            try ScannedEvent(&columns)
        }
    }
}

extension Query where Row == (seq: UInt32, event: ScannedEvent) {
    /// The events of an inbox below `seq`, newest first.
    static func inbox(of user: User.ID, below seq: UInt32, limit: Int) -> Self {
        Query(
            """
            SELECT i.seq, i.event_id, e.body FROM inbox i JOIN event e ON e.id = i.event_id
            WHERE i.user_id = \(user) AND i.seq < \(seq)
            ORDER BY i.seq DESC LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            (seq: try columns.count(), event: try ScannedEvent(&columns))
        }
    }
}

extension Query where Row == Identifier<InboxEvent> {
    /// The newest event whose words are in the index.
    static var wordsEnd: Self {
        Query("SELECT event_id FROM room_word_end") { columns throws(StoreError) in
            try columns.id()
        }
    }
}
