import Accounts
import Kernel
import Wire

/// What groups keep of a user: its export, and its erasure.
enum GroupRecords {
    /// Messages that go in one transaction.
    private static let stepCount = 200
    /// Messages of a page, and bytes of their texts: well below what an outbox holds.
    private static let (pageCount, pageBytes) = (100, 65_536)

    /// Removes a departed user from one group, or erases some of the user's messages and reactions
    /// there.
    ///
    /// Messages keep their numbers in the room, deleted and without an author. The newest are
    /// erased first: then the numbering of the others by this author stays valid.
    ///
    /// - Returns: whether nothing is left.
    static func erase(
        _ departed: Departed, _ transaction: Transaction
    ) throws(Refusal) -> Bool {
        let user = departed.user
        try Invitations.forget(user, in: transaction)
        guard let own = try transaction.first(.ownGroup(of: user, from: 0)) else { return true }
        if own.isIn {
            try Groups.remove(
                user, named: departed.username, from: own.room, by: "", in: transaction)
            return false
        }
        let messages = try transaction.all(
            .newestMessages(of: user, inGroup: own.room, limit: stepCount))
        for said in messages {
            try said.takeBack(in: transaction)
        }
        let reacted = try transaction.all(.reacted(by: user, in: own.room, limit: stepCount))
        for said in reacted {
            try said.drop(departed, in: transaction)
        }
        let mentioned = try transaction.all(.mentioning(user, in: own.room, limit: stepCount))
        for said in mentioned {
            try said.unmention(departed, in: transaction)
        }
        guard max(messages.count, reacted.count, mentioned.count) < stepCount else { return false }
        try transaction.run(
            """
            UPDATE room_group SET life_by = 0 WHERE room_id = \(own.room) AND life_by = \(user)
            """)
        try transaction.run(
            "DELETE FROM room_mark WHERE room_id = \(own.room) AND user_id = \(user)")
        try transaction.run(
            "DELETE FROM room_member WHERE room_id = \(own.room) AND user_id = \(user)")
        return false
    }

    /// Deletes some messages of a group whose last member has left.
    ///
    /// - Returns: whether there may be more.
    static func sweep(in transaction: Transaction) throws(Refusal) -> Bool {
        guard let group = try transaction.first(.empty) else { return false }
        let messages = try transaction.all(
            .messages(of: group.room, after: 0, limit: stepCount))
        for said in messages {
            try said.delete(RoomWords.marks(of: group.room), in: transaction)
        }
        guard messages.count < stepCount else { return true }
        for table in [
            "room_mark", "room_member", "room_reaction", "room_mention",
            "room_invitation",
        ] as [SQL] {
            try transaction.run("DELETE FROM \(table) WHERE room_id = \(group.room)")
        }
        try transaction.run(
            """
            UPDATE room_group SET name = '', code = '', owner = 0 WHERE room_id = \(group.room)
            """)
        return true
    }

    /// Messages in a user's groups during the user's membership, and all of the user's own.
    ///
    /// - Parameter after: "room:seq", with a bookmark for the room.
    static func disclose(
        _ caller: Caller, _ after: String, _ snapshot: Snapshot
    ) throws(Refusal) -> (records: [ExportRecord], next: String?) {
        let (start, behind) = try RoomRecords.place(after, in: snapshot)
        guard let own = try snapshot.first(.ownGroup(of: caller.user, from: start)) else {
            return ([], nil)
        }
        var seq = max(own.room == start ? behind : 0, own.first)
        let next = try RoomRecords.text(
            of: Room.ID(rawValue: own.room.rawValue &+ 1), 0, in: snapshot)
        var (records, byteCount): ([ExportRecord], Int) = ([], 0)
        if own.room != start || behind == 0,
            let group = try snapshot.first(.group(in: own.room))
        {
            records += try Self.records(of: group, own, caller, in: snapshot)
        }
        let page = try Self.page(of: own, caller, after: seq, in: snapshot)
        var reading = GroupReading(of: caller.user)
        for said in page where byteCount < pageBytes {
            seq = said.message.seq
            guard !said.isExpired(at: snapshot.now) else { continue }
            let isReadable = try reading.allows(said.message, in: snapshot)
            guard isReadable || said.author == caller.user else { continue }
            byteCount += said.message.byteCount
            var record = ExportRecord()
            // Only readers of the room may see reactions and votes, and what is pinned.
            record.message = isReadable ? said.message : said.message.alone()
            records.append(record)
            if let earlier = try EarlierTexts.disclosed(said, to: caller, in: snapshot) {
                byteCount += earlier.earlier.texts.reduce(0) { $0 + $1.text.utf8.count }
                records.append(earlier)
            }
        }
        let isWhole = page.isEmpty || page.last?.message.seq == seq && page.count < pageCount
        return (records, isWhole ? next : try RoomRecords.text(of: own.room, seq, in: snapshot))
    }

    /// Messages after `seq`. Of those that the caller may not read, only the caller's own:
    /// otherwise the end of a page would disclose how many there are.
    private static func page(
        of own: OwnGroup, _ caller: Caller, after seq: UInt32, in snapshot: Snapshot
    ) throws(Refusal) -> [SaidMessage] {
        let since = own.isIn ? own.since : .max
        var page: [SaidMessage] = []
        if seq < since {
            page = try snapshot.all(
                .messages(
                    of: caller.user, inGroup: own.room, after: seq, upTo: since,
                    limit: pageCount))
        }
        guard own.isIn, page.count < pageCount else { return page }
        return page
            + (try snapshot.all(
                .messages(
                    of: own.room, after: max(seq, since), limit: pageCount - page.count)))
    }

    /// The group while the caller is a member, and the caller's read mark and mute setting.
    private static func records(
        of group: StoredGroup, _ own: OwnGroup, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> [ExportRecord] {
        var records: [ExportRecord] = []
        if own.isIn {
            var record = ExportRecord()
            record.group = try group.shown(in: snapshot)
            records.append(record)
            if let expiry = try group.life.shown(RoomKey(group: group.number), in: snapshot) {
                var record = ExportRecord()
                record.expiry = expiry
                records.append(record)
            }
        }
        if let mark = try snapshot.first(
            .groupMark(of: caller.user, in: group.room, at: snapshot.now))
        {
            var record = ExportRecord()
            record.mark = RoomMarked(RoomKey(group: group.number), mark)
            // The count is of messages of others, even after the caller has left.
            record.mark.clearUnread()
            record.mark.mentioned = false
            records.append(record)
        }
        return records
    }
}

extension SaidMessage {
    /// Deletes the message and removes its author, who has left Upfor.
    fileprivate func takeBack(in transaction: Transaction) throws(Refusal) {
        if !isGone {
            var nobodys = message.removed(at: transaction.now)
            (nobodys.from, nobodys.displayName) = ("", "")
            try clear(RoomWords.marks(of: room), in: transaction)
            try Inbox.rewrite(event, as: .roomMessage(nobodys), in: transaction)
        }
        try transaction.run(
            """
            UPDATE room_message SET author = 0 WHERE room_id = \(room) AND seq = \(message.seq)
            """)
    }

    /// Removes the reactions and votes of a departed user, and the name from the pin. No member
    /// receives an event.
    fileprivate func drop(
        _ departed: Departed, in transaction: Transaction
    ) throws(Refusal) {
        var left = message
        for index in left.reactions.indices {
            left.reactions[index].from.removeAll { $0 == departed.username }
        }
        left.reactions.removeAll(where: \.from.isEmpty)
        if left.pinned.by == departed.username { left.pinned.by = "" }
        if left.hasPoll { left.poll.set([], of: departed.username) }
        try Inbox.rewrite(event, as: .roomMessage(left), in: transaction)
        try note(hasPart: false, departed.user, in: transaction)
    }
}

extension SaidMessage {
    /// Removes a departed user from those whom the message mentions; its text stays its author's.
    fileprivate func unmention(
        _ departed: Departed, in transaction: Transaction
    ) throws(Refusal) {
        var left = message
        left.mentions.removeAll { $0 == departed.username }
        try Inbox.rewrite(event, as: .roomMessage(left), in: transaction)
        try transaction.run(
            """
            DELETE FROM room_mention WHERE user_id = \(departed.user) AND room_id = \(room)
                AND seq = \(message.seq)
            """)
    }
}

/// A group of which a user is or was a member.
private struct OwnGroup: Sendable {
    let room: Room.ID
    let since: UInt32
    let first: UInt32
    let isIn: Bool
}

extension Query where Row == OwnGroup {
    /// A user's first group, by id, at or after `room`.
    fileprivate static func ownGroup(of user: User.ID, from room: Room.ID) -> Self {
        Query(
            """
            SELECT room_id, since, first, is_in FROM room_member
            WHERE user_id = \(user) AND room_id >= \(room) ORDER BY room_id LIMIT 1
            """
        ) { columns throws(StoreError) in
            OwnGroup(
                room: try columns.id(), since: try columns.count(), first: try columns.count(),
                isIn: try columns.flag())
        }
    }
}
