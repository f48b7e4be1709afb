import Accounts
import Friends
import Kernel
import Wire

/// What rooms keep of a user: its export, and its erasure.
enum RoomRecords {
    /// Messages that go in one transaction.
    private static let stepCount = 200
    /// Messages of a page, and bytes of their texts: well below what an outbox holds.
    private static let (pageCount, pageBytes) = (100, 65_536)

    /// Erases some messages of a departed user's rooms; their places in the inboxes of others stay.
    static func erase(
        _ departed: Departed, _ transaction: Transaction
    ) throws(Refusal) -> Bool {
        let user = departed.user
        try transaction.run("DELETE FROM room_delivery WHERE user_id = \(user)")
        guard let room = try transaction.first(.room(of: user, from: 0)) else {
            guard try GroupRecords.erase(departed, transaction),
                try Attachments.erase(user, in: transaction)
            else { return false }
            try transaction.run(RoomWords.index.forgetting)
            return true
        }
        let messages = try transaction.all(
            .messages(of: room.id, after: 0, limit: stepCount))
        for said in messages {
            try said.delete(RoomWords.marks(of: room.pair), in: transaction)
        }
        guard messages.count < stepCount else { return false }
        try transaction.run("DELETE FROM room_mark WHERE room_id = \(room.id)")
        try transaction.run("DELETE FROM room WHERE id = \(room.id)")
        return false
    }

    /// A user's own messages, and those of current friends. Rooms with deleted accounts are left
    /// out, since their keys contain the other user's name.
    ///
    /// - Parameter after: "room:seq", with a bookmark for the room.
    static func disclose(
        _ caller: Caller, _ after: String, _ snapshot: Snapshot
    ) throws(Refusal) -> (records: [ExportRecord], next: String?) {
        var (start, seq) = try place(after, in: snapshot)
        guard let room = try snapshot.first(.room(of: caller.user, from: start)) else {
            return ([], nil)
        }
        if room.id != start { (start, seq) = (room.id, 0) }
        let following = try text(of: Room.ID(rawValue: start.rawValue &+ 1), 0, in: snapshot)
        guard let other = room.other else { return ([], following) }
        let isOfFriend = try Bonds.allow(.chat, room.pair, in: snapshot)
        var (records, byteCount): ([ExportRecord], Int) = ([], 0)
        if seq == 0 {
            records = [
                try mark(caller, room.id, with: other, in: snapshot),
                isOfFriend ? try expiry(caller, room.id, with: other, in: snapshot) : nil,
            ].compactMap(\.self)
        }
        let page = try snapshot.all(.messages(of: room.id, after: seq, limit: pageCount))
        for said in page where byteCount < pageBytes {
            seq = said.message.seq
            guard isOfFriend || said.author == caller.user,
                !said.isExpired(at: snapshot.now)
            else { continue }
            byteCount += said.message.byteCount
            var record = ExportRecord()
            record.message = said.message
            records.append(record)
            if let earlier = try EarlierTexts.disclosed(said, to: caller, in: snapshot) {
                byteCount += earlier.earlier.texts.reduce(0) { $0 + $1.text.utf8.count }
                records.append(earlier)
            }
        }
        let isWhole = page.isEmpty || page.last?.message.seq == seq && page.count < pageCount
        return (records, isWhole ? following : try text(of: start, seq, in: snapshot))
    }

    private static func expiry(
        _ caller: Caller, _ room: Room.ID, with other: String, in snapshot: Snapshot
    ) throws(Refusal) -> ExportRecord? {
        let life = try snapshot.first(RoomLife.query(ofPair: room)) ?? .unset
        guard let shown = try life.shown(RoomKey(caller.username, other), in: snapshot) else {
            return nil
        }
        var record = ExportRecord()
        record.expiry = shown
        return record
    }

    private static func mark(
        _ caller: Caller, _ room: Room.ID, with other: String, in snapshot: Snapshot
    ) throws(Refusal) -> ExportRecord? {
        guard let mark = try snapshot.first(.mark(of: caller.user, in: room, at: snapshot.now)),
            mark.seq > 0 || mark.isMuted
        else { return nil }
        var marked = RoomMarked(RoomKey(caller.username, other), mark)
        // The count is of messages of the other user, which only a friend may know.
        marked.clearUnread()
        var record = ExportRecord()
        record.mark = marked
        return record
    }

    static func text(
        of room: Room.ID, _ seq: UInt32, in snapshot: Snapshot
    ) throws(Refusal) -> String {
        "\(try Bookmark.text(at: room.rawValue, in: snapshot)):\(seq)"
    }

    /// Where a page begins. It comes from the peer: anything may stand there.
    static func place(
        _ after: String, in snapshot: Snapshot
    ) throws(Refusal) -> (room: Room.ID, seq: UInt32) {
        guard !after.isEmpty else { return (0, 0) }
        let parts = after.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let seq = UInt32(parts[1]),
            let room = try Bookmark.place(in: String(parts[0]), in: snapshot)
        else {
            throw Refusal(.invalidField, field: "after", "expected `next` of the page before")
        }
        return (Room.ID(rawValue: room), seq)
    }
}

/// A room, and its two users.
private struct OwnedRoom: Sendable {
    let id: Room.ID
    let pair: UserPair
    /// The other user's name; nil if that user has left.
    let other: String?
}

extension Query where Row == OwnedRoom {
    /// A user's first room, by id, at or after `id`.
    fileprivate static func room(of user: User.ID, from id: Room.ID) -> Self {
        Query(
            """
            SELECT id, low, high, coalesce((
                SELECT p.username FROM person p WHERE p.id = own.other), '') FROM (
                SELECT id, low, high, high AS other FROM room WHERE low = \(user)
                UNION ALL
                SELECT id, low, high, low FROM room WHERE high = \(user)
            ) AS own
            WHERE id >= \(id) ORDER BY id LIMIT 1
            """
        ) { columns throws(StoreError) in
            let id: Room.ID = try columns.id()
            guard let pair = UserPair(try columns.id(), try columns.id()) else {
                throw .unexpectedColumn
            }
            let other = try columns.text()
            return OwnedRoom(id: id, pair: pair, other: other.isEmpty ? nil : other)
        }
    }
}
