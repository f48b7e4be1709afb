import Friends
import Kernel
import Wire

/// What rooms keep of somebody: for that person to have, and to be forgotten.
enum RoomRecords {
    /// Messages that go in one transaction.
    private static let stepCount = 200
    /// Messages of a page, and bytes of their texts: well below what an outbox holds.
    private static let (pageCount, pageBytes) = (100, 65_536)

    /// Forgets some of what was said in somebody's rooms; the places in the inboxes of others stay.
    static func erase(_ user: User.ID, _ transaction: Transaction) throws(Refusal) -> Bool {
        try transaction.run("DELETE FROM room_delivery WHERE user_id = \(user)")
        guard let room = try transaction.first(.room(of: user, after: 0)) else {
            try transaction.run(RoomWords.index.forgetting)
            return true
        }
        let messages = try transaction.all(
            .messages(of: room.id, after: 0, limit: stepCount))
        for said in messages {
            try RoomWords.replace(said, by: "", of: room.pair, in: transaction)
            try Inbox.blank(said.event, in: transaction)
            try Inbox.blank(said.change, in: transaction)
            try transaction.run(
                """
                DELETE FROM room_message
                WHERE room_id = \(room.id) AND seq = \(said.message.seq)
                """)
        }
        guard messages.count < stepCount else { return false }
        try transaction.run("DELETE FROM room_mark WHERE room_id = \(room.id)")
        try transaction.run("DELETE FROM room WHERE id = \(room.id)")
        return false
    }

    /// What somebody said, and what their friends said to them.
    ///
    /// - Parameter after: "room:seq".
    static func disclose(
        _ caller: Caller, _ after: String, _ snapshot: Snapshot
    ) throws(Refusal) -> (records: [ExportRecord], next: String?) {
        let parts = after.split(separator: ":").map(String.init)
        let start = parts.first.flatMap(Int64.init) ?? 0
        var seq = parts.last.flatMap(UInt32.init) ?? 0
        guard let room = try snapshot.first(.room(of: caller.user, after: start - 1)) else {
            return ([], nil)
        }
        if room.id.rawValue != start { seq = 0 }
        let isOfFriend = try Friendships.exists(room.pair, in: snapshot)
        var (records, byteCount): ([ExportRecord], Int) = ([], 0)
        let page = try snapshot.all(.messages(of: room.id, after: seq, limit: pageCount))
        for said in page where byteCount < pageBytes {
            seq = said.message.seq
            guard isOfFriend || said.author == caller.user else { continue }
            byteCount += said.message.text.utf8.count
            var record = ExportRecord()
            record.message = said.message
            records.append(record)
        }
        guard page.last?.message.seq == seq, page.count < pageCount else {
            if page.isEmpty { return (records, "\(room.id.rawValue + 1):0") }
            return (records, "\(room.id.rawValue):\(seq)")
        }
        return (records, "\(room.id.rawValue + 1):0")
    }
}

/// A room, and whose it is.
private struct OwnedRoom: Sendable {
    let id: Room.ID
    let pair: UserPair
}

extension Query where Row == OwnedRoom {
    /// The next room of somebody, by id.
    fileprivate static func room(of user: User.ID, after id: Int64) -> Self {
        Query(
            """
            SELECT id, low, high FROM (
                SELECT id, low, high FROM room WHERE low = \(user)
                UNION ALL
                SELECT id, low, high FROM room WHERE high = \(user)
            ) AS own
            WHERE id > \(id) ORDER BY id LIMIT 1
            """
        ) { columns throws(StoreError) in
            let id: Room.ID = try columns.id()
            guard let pair = UserPair(try columns.id(), try columns.id()) else {
                throw .unexpectedColumn
            }
            return OwnedRoom(id: id, pair: pair)
        }
    }
}
