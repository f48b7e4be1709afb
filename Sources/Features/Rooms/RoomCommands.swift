import Accounts
import FoundationEssentials
import Friends
import Kernel
import SwiftProtobuf
import Wire

/// Conversations between friends, and in groups (Z20-Z26).
struct RoomCommands: Sendable {
    /// A page stays well below what an outbox holds.
    private static let pageBytes = 65_536

    func send(
        _ command: RoomSend, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomSent {
        let files = command.attachments
        let text = try PlainText(
            message: command.text, RoomSend.textLength,
            isAlone: files.isEmpty || command.hasPoll, field: "text")
        let poll = try command.hasPoll ? Poll(command.poll) : nil
        let conversation = try Conversation.find(command.to, field: "to", caller, in: transaction)
        guard let me = try transaction.first(.account(of: caller.user)) else { throw .notSignedIn }
        let opened = try conversation.open(in: transaction)
        let room = opened.id
        try Quotes.require(command.replyTo, in: conversation, room, transaction)
        var message = RoomMessage()
        message.replyTo = command.replyTo
        message.room = conversation.key.description
        message.from = caller.username
        message.displayName = me.displayName
        message.text = text.text
        message.at = transaction.now.timestamp
        if let poll { message.poll = poll }
        let end = opened.life.end(ofOneSent: transaction.now)
        if let end { message.expiresAt = end.timestamp }
        if !files.isEmpty {
            message.attachments = try Attachments.unsent(files, of: caller.user, in: transaction)
        }
        message.mentions = try Mentions.found(
            in: text.text, of: caller.user, in: conversation, transaction)
        var said: UInt32 = 0
        let event = try transaction.deliver(
            to: try conversation.people(in: transaction), isKept: true,
            countedIn: [Room.sequence(of: room), conversation.sequence(in: room)]
        ) { numbers in
            (message.seq, said) = (numbers[0], numbers[1])
            return .roomMessage(message)
        }
        try transaction.run(
            """
            INSERT INTO room_message (room_id, seq, author, event_id, said, in_group, expires_ms)
            VALUES (\(room), \(message.seq), \(caller.user), \(event), \(said),
                \(conversation.isGroup), \(end?.unixMilliseconds ?? 0))
            """)
        try Attachments.send(message, in: room, transaction)
        try Mentions.keep(message, in: room, isNew: true, transaction)
        return RoomSent(message)
    }

    func history(
        _ command: RoomHistory, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> RoomPage {
        let limit = try PageLimit.of(command.hasLimit ? command.limit : 50)
        let conversation = try Conversation.find(
            command.with, field: "with", caller, in: snapshot)
        let key = conversation.key
        var page = RoomPage()
        page.room = key.description
        page.more = false
        page.mark = RoomMarked(key, nil)
        let found = try conversation.room(in: snapshot)
        switch conversation.party {
        case .pair(let friend, _):
            page.receipt = try Receipts.receipt(
                of: friend.id, named: friend.username, in: found, key, snapshot)
        case .group(let group, _) where command.before == 0:
            page.receipts = try Receipts.receipts(in: group, but: caller.user, snapshot)
        case .group: break
        }
        guard let room = found else { return page }
        if let expiry = try conversation.life(of: room, snapshot).shown(key, in: snapshot) {
            page.expiry = expiry
        }
        let before = command.before == 0 ? UInt32.max : command.before
        let newestFirst = try snapshot.all(
            .history(
                of: room, for: caller.user, after: conversation.since, before: before,
                limit: limit + 1, at: snapshot.now))
        let messages = Self.fitting(newestFirst.prefix(limit))
        page.messages = messages.reversed()
        page.more = newestFirst.count > messages.count
        page.quoted = try Quotes.quoted(by: messages, in: conversation, room, snapshot)
        page.mark = RoomMarked(key, try conversation.mark(in: room, snapshot))
        return page
    }

    func list(
        _ command: RoomList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Rooms {
        let limit = command.hasLimit ? try PageLimit.of(command.limit) : nil
        let place = try ListedPlace(of: command.after, caller, in: snapshot)
        var rooms = Rooms()
        if place?.isGroup != true {
            let listed = try snapshot.all(
                .rooms(
                    of: caller.user, behind: place, limit: limit.map { $0 + 1 },
                    at: snapshot.now))
            for room in listed {
                rooms.rooms.append(try summary(of: room, for: caller, in: snapshot))
            }
        }
        if limit.map({ rooms.rooms.count <= $0 }) != false {
            let listed = try snapshot.all(
                .groups(
                    of: caller.user, behind: place?.isGroup == true ? place : nil,
                    limit: limit.map { $0 + 1 - rooms.rooms.count }))
            for group in listed {
                rooms.rooms.append(try summary(of: group, for: caller, in: snapshot))
            }
        }
        if let limit, rooms.rooms.count > limit {
            rooms.rooms.removeLast()
            rooms.next = rooms.rooms[limit - 1].with
        }
        guard place == nil else { return rooms }
        if rooms.next.isEmpty {
            rooms.unread = rooms.rooms.reduce(0) { $1.mark.muted ? $0 : $0 &+ $1.mark.unread }
        }
        rooms.invitations = try snapshot.all(
            .invitations(of: caller.user, limit: Invitations.shownMax)
        ).map(\.shown)
        return rooms
    }

    private func summary(
        of listed: ListedRoom, for caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> RoomSummary {
        let key = RoomKey(caller.username, listed.with)
        var summary = RoomSummary()
        summary.room = key.description
        summary.with = listed.with
        if let newest = listed.newest {
            summary.newest = newest.preview
        } else if let older = try snapshot.first(
            .newest(of: listed.room, for: caller.user, after: 0, at: snapshot.now))
        {
            summary.newest = older.preview
        }
        if let expiry = try listed.life.shown(key, in: snapshot) { summary.expiry = expiry }
        summary.mark = RoomMarked(
            key,
            try snapshot.first(.mark(of: caller.user, in: listed.room, at: snapshot.now)))
        summary.receipt = try Receipts.receipt(
            of: listed.friend, named: listed.with, in: listed.room, key, snapshot)
        return summary
    }

    private func summary(
        of group: StoredGroup, for caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> RoomSummary {
        let key = RoomKey(group: group.number)
        let since = try snapshot.first(.membership(of: caller.user, in: group.room))?.since ?? 0
        var summary = RoomSummary()
        summary.room = key.description
        summary.with = key.description
        summary.group = try group.shown(in: snapshot)
        if let expiry = try group.life.shown(key, in: snapshot) { summary.expiry = expiry }
        summary.mark = RoomMarked(
            key,
            try snapshot.first(
                .groupMark(of: caller.user, in: group.room, at: snapshot.now)))
        let newest = try snapshot.first(
            .newest(of: group.room, for: caller.user, after: since, at: snapshot.now))
        if let newest { summary.newest = newest.preview }
        return summary
    }

    /// As many as fit a page: at least one, and text of about `pageBytes` together.
    private static func fitting(_ messages: ArraySlice<RoomMessage>) -> [RoomMessage] {
        var byteCount = 0
        return Array(
            messages.prefix { message in
                defer { byteCount += message.byteCount }
                return byteCount < pageBytes
            })
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

extension RoomMessage {
    /// Characters of a text that a list shows: a list of whole texts may be 16 MB.
    private static let previewCount = 200

    /// What a page counts of it: the text, the reactions, the options of a poll and the
    /// attachments, each with what stands around them.
    var byteCount: Int {
        let words = reactions.reduce(text.utf8.count) { count, reaction in
            count + reaction.emoji.utf8.count + 30 + 25 * reaction.from.count
        }
        let all = poll.options.reduce(words) { count, option in
            count + option.text.utf8.count + 30 + 25 * option.from.count
        }
        return attachments.reduce(all) { count, attachment in
            count + attachment.name.utf8.count + 2 * attachment.waveform.count + 120
        }
    }

    /// Whether it says or shows anything.
    var isThere: Bool { !deleted && !(text.isEmpty && attachments.isEmpty) }

    /// As a list shows it.
    var preview: RoomMessage {
        var preview = self
        preview.reactions = []
        preview.clearPinned()
        if hasPoll { preview.poll.options = [] }
        for place in preview.attachments.indices { preview.attachments[place].waveform = Data() }
        guard text.unicodeScalars.count > Self.previewCount else { return preview }
        preview.text = String(text.unicodeScalars.prefix(Self.previewCount - 1)) + "…"
        return preview
    }
}
