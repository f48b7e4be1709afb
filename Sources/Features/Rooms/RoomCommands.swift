import Accounts
import Friends
import Kernel
import SwiftProtobuf
import Wire

/// Conversations between friends (Z20-Z26).
struct RoomCommands: Sendable {
    /// A page stays well below what an outbox holds.
    private static let pageBytes = 65_536

    func send(
        _ command: RoomSend, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomSent {
        let text = try PlainText(command.text, .init(1...4000, allowsLines: true), field: "text")
        let (friend, pair) = try Friendships.friend(
            named: command.to, field: "to", of: caller.user, in: transaction)
        guard let me = try transaction.first(.account(of: caller.user)) else { throw .notSignedIn }
        let room = try openRoom(of: pair, in: transaction)
        var message = RoomMessage()
        message.room = RoomKey(caller.username, friend.username).description
        message.seq = try transaction.next(of: Room.sequence(of: room))
        message.from = caller.username
        message.displayName = me.displayName
        message.text = text.text
        message.at = transaction.now.timestamp
        let event = try transaction.deliver(
            .roomMessage(message), to: [caller.user, friend.id], isKept: true)
        try transaction.run(
            """
            INSERT INTO room_message (room_id, seq, author, event_id)
            VALUES (\(room), \(message.seq), \(caller.user), \(event))
            """)
        return RoomSent(message)
    }

    func history(
        _ command: RoomHistory, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> RoomPage {
        let limit = command.hasLimit ? command.limit : 50
        guard (1...100).contains(limit) else {
            throw Refusal(.invalidField, field: "limit", "expected 1 to 100")
        }
        let (friend, pair) = try Friendships.friend(
            named: command.with, field: "with", of: caller.user, in: snapshot)
        let key = RoomKey(caller.username, friend.username)
        var page = RoomPage()
        page.room = key.description
        page.more = false
        page.mark = RoomMarked(key, nil)
        guard let room = try snapshot.first(.room(of: pair)) else { return page }
        let before = command.before == 0 ? UInt32.max : command.before
        let newestFirst = try snapshot.all(
            .history(of: room, before: before, limit: Int(limit) + 1))
        let messages = Self.fitting(newestFirst.prefix(Int(limit)))
        page.messages = messages.reversed()
        page.more = newestFirst.count > messages.count
        page.mark = RoomMarked(key, try snapshot.first(.mark(of: caller.user, in: room)))
        return page
    }

    /// Z26: a mark never moves back, and resets the badge on all of the reader's devices.
    func mark(
        _ command: RoomMark, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMarked {
        let (friend, pair) = try Friendships.friend(
            named: command.with, field: "with", of: caller.user, in: transaction)
        let key = RoomKey(caller.username, friend.username)
        guard let room = try transaction.first(.room(of: pair)),
            let old = try transaction.first(.mark(of: caller.user, in: room))
        else { return RoomMarked(key, nil) }
        let seq = min(command.seq, old.newest)
        guard seq > old.seq else { return RoomMarked(key, old) }
        try transaction.run(
            """
            INSERT INTO room_mark (room_id, user_id, seq) VALUES (\(room), \(caller.user), \(seq))
            ON CONFLICT (room_id, user_id) DO UPDATE SET seq = excluded.seq
            """)
        let marked = RoomMarked(
            key, try transaction.first(.mark(of: caller.user, in: room)))
        var badge = RoomBadge()
        badge.mark = marked
        try transaction.deliver(.roomBadge(badge), to: [caller.user])
        return marked
    }

    func list(
        _ command: RoomList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Rooms {
        var rooms = Rooms()
        var unread: UInt32 = 0
        for listed in try snapshot.all(.rooms(of: caller.user)) {
            let mark = try snapshot.first(.mark(of: caller.user, in: listed.room))
            let key = RoomKey(caller.username, listed.with)
            var summary = RoomSummary()
            summary.room = key.description
            summary.with = listed.with
            summary.newest = listed.newest
            summary.mark = RoomMarked(key, mark)
            rooms.rooms.append(summary)
            unread &+= mark?.unread ?? 0
        }
        rooms.unread = unread
        return rooms
    }

    /// As many as fit a page: at least one, and text of about `pageBytes` together.
    private static func fitting(_ messages: ArraySlice<RoomMessage>) -> [RoomMessage] {
        var byteCount = 0
        return Array(
            messages.prefix { message in
                defer { byteCount += message.text.utf8.count }
                return byteCount < pageBytes
            })
    }

    private func openRoom(
        of pair: UserPair, in transaction: Transaction
    ) throws(Refusal) -> Room.ID {
        if let room = try transaction.first(.room(of: pair)) { return room }
        let room: Room.ID = transaction.makeID()
        try transaction.run(
            "INSERT INTO room (id, low, high) VALUES (\(room), \(pair.low), \(pair.high))")
        return room
    }
}

extension RoomSent {
    fileprivate init(_ message: RoomMessage) {
        self.init()
        room = message.room
        seq = message.seq
        at = message.at
    }
}

extension RoomMarked {
    fileprivate init(_ key: RoomKey, _ mark: ReadMark?) {
        self.init()
        room = key.description
        seq = mark?.seq ?? 0
        unread = mark?.unread ?? 0
    }
}
