import Accounts
import Friends
import Kernel
import Wire

/// Read marks, delivery marks, and muted rooms (Z25, Z26).
struct MarkCommands: Sendable {
    /// Most events that an acknowledgement searches for receipts to send; lists have all receipts.
    private static let hintedEventsMax = 64

    /// Z26: a mark never moves back, and resets the badge on all of the reader's devices. The other
    /// side receives a hint if the reader shares receipts and is not invisible.
    func mark(
        _ command: RoomMark, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMarked {
        let conversation = try Conversation.find(
            command.with, field: "with", caller, in: transaction)
        let key = conversation.key
        guard let room = try conversation.room(in: transaction),
            let old = try conversation.mark(in: room, transaction)
        else { return RoomMarked(key, nil) }
        let seq = min(command.seq, old.newest)
        guard seq > old.seq else { return RoomMarked(key, old) }
        let discretion = try AccountsFeature.discretion(of: caller.user, in: transaction)
        let isTold = discretion.sharesReceipts && !discretion.isInvisible
        try transaction.run(
            """
            INSERT INTO room_mark (room_id, user_id, seq, told)
            VALUES (\(room), \(caller.user), \(seq), \(isTold ? seq : 0))
            ON CONFLICT (room_id, user_id) DO UPDATE SET seq = excluded.seq,
                told = CASE WHEN excluded.told > room_mark.told
                    THEN excluded.told ELSE room_mark.told END
            """)
        if isTold {
            let concerned = try concerned(
                by: old.seq + 1...seq, in: conversation, room, transaction)
            try Receipts.tell(concerned, of: caller, in: room, key, transaction)
        }
        return try announce(conversation, room, in: transaction)
    }

    /// A muted room makes no badge on the owner's devices; no other user can tell.
    func mute(
        _ command: RoomMute, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMarked {
        guard command.hasMuted else {
            throw Refusal(.invalidField, field: "muted", "expected true or false")
        }
        let conversation = try Conversation.find(
            command.with, field: "with", caller, in: transaction)
        let key = conversation.key
        let room = try conversation.open(in: transaction).id
        let old = try conversation.mark(in: room, transaction)
        guard old?.isMuted != command.muted else { return RoomMarked(key, old) }
        try transaction.run(
            """
            INSERT INTO room_mark (room_id, user_id, seq, is_muted)
            VALUES (\(room), \(caller.user), 0, \(command.muted))
            ON CONFLICT (room_id, user_id) DO UPDATE SET is_muted = excluded.is_muted
            """)
        return try announce(conversation, room, in: transaction)
    }

    /// The recipients of the caller's read receipt: the friend in a room of two, the authors in a
    /// group.
    private func concerned(
        by seqs: ClosedRange<UInt32>, in conversation: Conversation, _ room: Room.ID,
        _ snapshot: Snapshot
    ) throws(Refusal) -> [User.ID] {
        switch conversation.party {
        case .pair(let friend, _): return [friend.id]
        case .group:
            let authors = try snapshot.all(
                .authors(
                    of: seqs, in: room, seenBy: conversation.caller.user,
                    limit: Self.hintedEventsMax))
            return Set(authors).subtracting([conversation.caller.user]).sorted()
        }
    }

    /// A device of the caller has every event up to `upTo`, and so every message in them.
    ///
    /// An invisible user has received nothing, as far as others can tell.
    func acknowledge(
        _ caller: Caller, _ after: UInt32, _ upTo: UInt32, _ transaction: Transaction
    ) throws(Refusal) {
        let discretion = try AccountsFeature.discretion(of: caller.user, in: transaction)
        guard !discretion.isInvisible,
            let event = try transaction.first(Inbox.eventID(at: upTo, of: caller.user))
        else { return }
        let moved = try transaction.rowsChanged(
            """
            INSERT INTO room_delivery (user_id, event_id) VALUES (\(caller.user), \(event))
            ON CONFLICT (user_id) DO UPDATE SET event_id = excluded.event_id
                WHERE excluded.event_id > room_delivery.event_id
            """)
        guard moved > 0 else { return }
        let oldest = max(after, upTo - min(upTo, UInt32(Self.hintedEventsMax)))
        let events = try transaction.all(
            Inbox.page(of: caller.user, after: oldest, limit: Self.hintedEventsMax))
        var senders: [String: Set<String>] = [:]
        for case (let seq, .roomMessage(let message)?) in events.map({ ($0.seq, $0.event.body) })
        where seq <= upTo && message.from != caller.username {
            let name = RoomKey.isGroup(message.room) ? message.room : message.from
            senders[name, default: []].insert(message.from)
        }
        for (name, senders) in senders.sorted(by: { $0.key < $1.key }) {
            try tell(senders.sorted(), of: caller, in: name, transaction)
        }
    }

    /// - Parameter name: a user's, or a group's room.
    private func tell(
        _ usernames: [String], of caller: Caller, in name: String, _ transaction: Transaction
    ) throws(Refusal) {
        // Former friends and former members receive nothing.
        guard
            let conversation = try Conversation.known(name, caller, in: transaction),
            let room = try conversation.room(in: transaction)
        else { return }
        let concerned =
            switch conversation.party {
            case .pair(let friend, _): [friend.id]
            case .group(let group, _):
                try members(usernames, of: group, caller, in: transaction)
            }
        try Receipts.tell(concerned, of: caller, in: room, conversation.key, transaction)
    }

    /// Those of the users who are members and may see the caller's presence. To others a delivery
    /// receipt would disclose when a device of the caller is connected.
    private func members(
        _ usernames: [String], of group: StoredGroup, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> [User.ID] {
        var members: [User.ID] = []
        for username in usernames {
            guard let account = try snapshot.first(.account(named: username)),
                try snapshot.first(.membership(of: account.id, in: group.room))?.isIn == true,
                let pair = UserPair(caller.user, account.id),
                try Bonds.allow(.presence, pair, in: snapshot)
            else { continue }
            members.append(account.id)
        }
        return members
    }

    private func announce(
        _ conversation: Conversation, _ room: Room.ID, in transaction: Transaction
    ) throws(Refusal) -> RoomMarked {
        let marked = RoomMarked(
            conversation.key, try conversation.mark(in: room, transaction))
        var badge = RoomBadge()
        badge.mark = marked
        try transaction.deliver(.roomBadge(badge), to: [conversation.caller.user])
        return marked
    }
}

extension Query where Row == User.ID {
    /// The authors of the newest of some messages of a group, except those who have left it, have
    /// blocked the user or are blocked; with repetitions.
    fileprivate static func authors(
        of seqs: ClosedRange<UInt32>, in room: Room.ID, seenBy user: User.ID, limit: Int
    ) -> Self {
        Query(
            """
            SELECT m.author FROM (
                SELECT seq, author FROM room_message
                WHERE room_id = \(room) AND seq >= \(seqs.lowerBound)
                    AND seq <= \(seqs.upperBound)
                ORDER BY seq DESC LIMIT \(Int64(limit))) AS m
            WHERE EXISTS (
                    SELECT 1 FROM room_member r
                    WHERE r.room_id = \(room) AND r.user_id = m.author AND r.is_in = 1)
                AND NOT EXISTS (
                    SELECT 1 FROM block b WHERE b.blocker = \(user) AND b.blocked = m.author)
                AND NOT EXISTS (
                    SELECT 1 FROM block b WHERE b.blocker = m.author AND b.blocked = \(user))
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}

extension RoomMarked {
    init(_ key: RoomKey, _ mark: ReadMark?) {
        self.init()
        room = key.description
        seq = mark?.seq ?? 0
        unread = mark?.unread ?? 0
        muted = mark?.isMuted ?? false
        mentioned = mark?.isMentioned ?? false
    }
}
