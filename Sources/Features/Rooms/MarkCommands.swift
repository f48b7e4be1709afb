import Accounts
import Friends
import Kernel
import Wire

/// What is read, what is delivered, and what makes no noise (Z25, Z26).
struct MarkCommands: Sendable {
    /// Events that an acknowledgement is searched for news to tell; the lists know of all.
    private static let hintedEventsMax = 64

    /// Z26: a mark never moves back, and resets the badge on all of the reader's devices. The
    /// other side hears of it if the reader lets others know, and is not invisible.
    func mark(
        _ command: RoomMark, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMarked {
        let (friend, pair) = try Bonds.other(
            named: command.with, field: "with", of: caller.user, allowing: .chat, in: transaction)
        let key = RoomKey(caller.username, friend.username)
        guard let room = try transaction.first(.room(of: pair)),
            let old = try transaction.first(.mark(of: caller.user, in: room))
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
            try Receipts.tell(friend.id, of: caller, in: room, key, transaction)
        }
        return try announce(key, room, caller.user, in: transaction)
    }

    /// A muted room makes no badge on the owner's devices; nobody else can tell.
    func mute(
        _ command: RoomMute, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMarked {
        guard command.hasMuted else {
            throw Refusal(.invalidField, field: "muted", "expected true or false")
        }
        let (friend, pair) = try Bonds.other(
            named: command.with, field: "with", of: caller.user, allowing: .chat, in: transaction)
        let key = RoomKey(caller.username, friend.username)
        let room = try Room.open(for: pair, in: transaction)
        let old = try transaction.first(.mark(of: caller.user, in: room))
        guard old?.isMuted != command.muted else { return RoomMarked(key, old) }
        try transaction.run(
            """
            INSERT INTO room_mark (room_id, user_id, seq, is_muted)
            VALUES (\(room), \(caller.user), 0, \(command.muted))
            ON CONFLICT (room_id, user_id) DO UPDATE SET is_muted = excluded.is_muted
            """)
        return try announce(key, room, caller.user, in: transaction)
    }

    /// A device of the caller has every event up to `upTo`, and so every message in them.
    ///
    /// Whoever is invisible has received nothing, as far as others can tell.
    func acknowledge(
        _ caller: Caller, _ after: UInt32, _ upTo: UInt32, _ transaction: Transaction
    ) throws(Refusal) {
        let discretion = try AccountsFeature.discretion(of: caller.user, in: transaction)
        guard !discretion.isInvisible,
            let event = try transaction.first(Inbox.eventID(at: upTo, of: caller.user))
        else { return }
        let moved = try transaction.run(
            """
            INSERT INTO room_delivery (user_id, event_id) VALUES (\(caller.user), \(event))
            ON CONFLICT (user_id) DO UPDATE SET event_id = excluded.event_id
                WHERE excluded.event_id > room_delivery.event_id
            """)
        guard moved > 0 else { return }
        let oldest = max(after, upTo - min(upTo, UInt32(Self.hintedEventsMax)))
        let events = try transaction.all(
            Inbox.page(of: caller.user, after: oldest, limit: Self.hintedEventsMax))
        var senders: Set<String> = []
        for case (let seq, .roomMessage(let message)?) in events.map({ ($0.seq, $0.event.body) })
        where seq <= upTo && message.from != caller.username {
            senders.insert(message.from)
        }
        for sender in senders.sorted() { try tell(sender, of: caller, in: transaction) }
    }

    private func tell(
        _ username: String, of caller: Caller, in transaction: Transaction
    ) throws(Refusal) {
        guard let account = try transaction.first(.account(named: username)),
            let pair = UserPair(caller.user, account.id),
            try Bonds.allow(.chat, pair, in: transaction),
            let room = try transaction.first(.room(of: pair))
        else { return }
        let key = RoomKey(caller.username, account.username)
        try Receipts.tell(account.id, of: caller, in: room, key, transaction)
    }

    private func announce(
        _ key: RoomKey, _ room: Room.ID, _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) -> RoomMarked {
        let marked = RoomMarked(key, try transaction.first(.mark(of: user, in: room)))
        var badge = RoomBadge()
        badge.mark = marked
        try transaction.deliver(.roomBadge(badge), to: [user])
        return marked
    }
}

extension RoomMarked {
    init(_ key: RoomKey, _ mark: ReadMark?) {
        self.init()
        room = key.description
        seq = mark?.seq ?? 0
        unread = mark?.unread ?? 0
        muted = mark?.isMuted ?? false
    }
}
