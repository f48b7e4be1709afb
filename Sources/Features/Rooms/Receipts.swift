import Accounts
import Friends
public import Kernel
import Wire

/// How far a user is in a room, as far as the other side may know it.
///
/// What is delivered is one number for a user, not one for each room: the newest event that a
/// device of theirs has. Events get their ids in the order of their commits, so a room's
/// messages up to that id have arrived. An acknowledgement thus costs one row, however many
/// rooms it concerns.
enum Receipts {
    /// What the room with `key` shows of `user`; `room` is nil before its first message.
    ///
    /// - Parameter isRelated: whether the viewers may see the presence of `user`. To others a
    ///   delivery receipt would disclose when a device of `user` is connected: they see only what
    ///   was read.
    static func receipt(
        of user: User.ID, named username: String, in room: Room.ID?, _ key: RoomKey,
        isRelated: Bool = true, _ snapshot: Snapshot
    ) throws(Refusal) -> RoomReceipt {
        let discretion = try AccountsFeature.discretion(of: user, in: snapshot)
        let progress: Progress? =
            if let room { try snapshot.first(.progress(of: user, in: room)) } else { nil }
        var receipt = RoomReceipt()
        receipt.room = key.description
        receipt.user = username
        if let progress, !isRelated {
            receipt.delivered = discretion.sharesReceipts ? progress.told : 0
        } else if let room, let progress {
            let delivered = try delivered(progress, in: room, snapshot)
            receipt.delivered = max(delivered, progress.told)
        }
        if discretion.sharesReceipts { receipt.read = progress?.told ?? 0 }
        return receipt
    }

    /// How far each of the other members of a group is, by username, except those whom the user has
    /// blocked. Members whose presence the user may not see show only what they have read.
    ///
    /// - Complexity: a statement for all, and one for each halving of the room's messages.
    static func receipts(
        in group: StoredGroup, but user: User.ID, _ snapshot: Snapshot
    ) throws(Refusal) -> [RoomReceipt] {
        let members = try snapshot.all(.progresses(in: group.room, seenBy: user))
        let delivered = try delivered(
            Set(members.map(\.reached)), in: group.room, snapshot)
        let key = RoomKey(group: group.number).description
        return members.map { member in
            var receipt = RoomReceipt()
            (receipt.room, receipt.user) = (key, member.username)
            if member.sharesReceipts { receipt.read = member.told }
            receipt.delivered =
                member.isRelated
                ? max(delivered[member.reached] ?? 0, member.told) : receipt.read
            return receipt
        }
    }

    /// For several events at once: the newest message of a room that was said by then.
    private static func delivered(
        _ events: Set<Identifier<InboxEvent>>, in room: Room.ID, _ snapshot: Snapshot
    ) throws(Refusal) -> [Identifier<InboxEvent>: UInt32] {
        guard let newest = try snapshot.first(.newestMessage(of: room)) else { return [:] }
        var delivered: [Identifier<InboxEvent>: UInt32] = [:]
        var sought: [Identifier<InboxEvent>: (arrived: UInt32, missing: UInt32)] = [:]
        for event in events {
            if event >= newest.event {
                delivered[event] = newest.seq
            } else {
                sought[event] = (0, newest.seq)
            }
        }
        while true {
            let middles = sought.mapValues { $0.arrived + ($0.missing - $0.arrived) / 2 }
                .filter { $0.value > 0 && sought[$0.key]?.arrived != $0.value }
            guard !middles.isEmpty else { break }
            let said = try snapshot.all(.messages(of: Set(middles.values), in: room))
            let saidBy = Dictionary(uniqueKeysWithValues: said.map { ($0.seq, $0.event) })
            for (event, middle) in middles {
                if let said = saidBy[middle], said <= event {
                    sought[event]?.arrived = middle
                } else {
                    sought[event]?.missing = middle
                }
            }
        }
        return delivered.merging(sought.mapValues(\.arrived)) { found, _ in found }
    }

    /// Sends the caller's receipt to `others`: a hint, which only connected users receive.
    static func tell(
        _ others: [User.ID], of caller: Caller, in room: Room.ID, _ key: RoomKey,
        _ transaction: Transaction
    ) throws(Refusal) {
        var strangers: [User.ID] = []
        for other in others where RoomKey.isGroup(key.description) {
            guard let pair = UserPair(caller.user, other),
                try !Bonds.allow(.presence, pair, in: transaction)
            else { continue }
            strangers.append(other)
        }
        let related = others.filter { !strangers.contains($0) }
        for (told, isRelated) in [(related, true), (strangers, false)] where !told.isEmpty {
            let receipt = try receipt(
                of: caller.user, named: caller.username, in: room, key, isRelated: isRelated,
                transaction)
            transaction.signal(
                .hint(
                    Hint(
                        .roomReceipt(receipt), key: "receipt:\(key):\(caller.username)",
                        about: caller.user, to: told)))
        }
    }

    /// The newest message that has arrived: looked for by halves, since ids and seqs both ascend.
    private static func delivered(
        _ progress: Progress, in room: Room.ID, _ snapshot: Snapshot
    ) throws(Refusal) -> UInt32 {
        guard progress.newestEvent > progress.reached else { return progress.newest }
        var (arrived, missing) = (UInt32(0), progress.newest)
        while missing - arrived > 1 {
            let middle = arrived + (missing - arrived) / 2
            let event = try snapshot.first(.event(of: middle, in: room))
            if let event, event <= progress.reached { arrived = middle } else { missing = middle }
        }
        return arrived
    }
}

extension RoomsFeature {
    /// The users who may know what a user does in a group now: those of its other members who see
    /// the user's presence. None if the user is no member.
    ///
    /// - Parameter room: the group's room on the wire; there may be no such group.
    public static func audience(
        of user: User.ID, in room: String, _ snapshot: Snapshot
    ) throws(Refusal) -> [User.ID] {
        guard let number = RoomKey.number(in: room) else { return [] }
        return try snapshot.all(
            Query(
                """
                SELECT k.user_id FROM room_group g
                JOIN room_member own ON own.room_id = g.room_id AND own.user_id = \(user)
                    AND own.is_in = 1
                JOIN room_member k ON k.room_id = g.room_id AND k.is_in = 1
                WHERE g.number = \(number) AND k.user_id <> \(user) AND EXISTS (
                    SELECT 1 FROM relation r WHERE r.user_id = \(user)
                        AND r.other_id = k.user_id AND r.kind IN \(BondRight.presence.kinds))
                """
            ) { columns throws(StoreError) in try columns.id() })
    }
}

/// How far a user is in a room.
struct Progress: Equatable, Sendable {
    /// The last message that the other side knows the user has read.
    let told: UInt32
    /// The newest event that a device of theirs has.
    let reached: Identifier<InboxEvent>
    /// The room's newest message.
    let newest: UInt32
    /// That message's event.
    let newestEvent: Identifier<InboxEvent>
}

extension Query where Row == Progress {
    static func progress(of user: User.ID, in room: Room.ID) -> Self {
        Query(
            """
            SELECT coalesce(k.told, 0), coalesce(d.event_id, 0), n.seq, n.event_id
            FROM room_message n
            LEFT JOIN room_mark k ON k.room_id = n.room_id AND k.user_id = \(user)
            LEFT JOIN room_delivery d ON d.user_id = \(user)
            WHERE n.room_id = \(room) ORDER BY n.seq DESC LIMIT 1
            """
        ) { columns throws(StoreError) in
            Progress(
                told: try columns.count(), reached: try columns.id(), newest: try columns.count(),
                newestEvent: try columns.id())
        }
    }
}

/// How far a member of a group is, and whether the member shares receipts.
struct MemberProgress: Sendable {
    let username: String
    let told: UInt32
    let reached: Identifier<InboxEvent>
    let sharesReceipts: Bool
    /// Whether the viewer may see the member's presence.
    let isRelated: Bool
}

extension Query where Row == MemberProgress {
    /// The members of a group whose receipts a user sees, by username: all except this user and
    /// those whom this user has blocked. A member who has blocked this user appears as one who
    /// shares no receipts: a missing entry would disclose the block.
    static func progresses(in room: Room.ID, seenBy user: User.ID) -> Self {
        Query(
            """
            SELECT a.username, coalesce(k.told, 0), coalesce(d.event_id, 0),
                CASE WHEN EXISTS (
                        SELECT 1 FROM block b WHERE b.blocker = m.user_id AND b.blocked = \(user))
                    THEN 0 ELSE coalesce(p.shares_receipts, 1) END,
                EXISTS (SELECT 1 FROM relation r WHERE r.user_id = \(user)
                    AND r.other_id = m.user_id AND r.kind IN \(BondRight.presence.kinds))
            FROM room_member m JOIN person a ON a.id = m.user_id
            LEFT JOIN room_mark k ON k.room_id = m.room_id AND k.user_id = m.user_id
            LEFT JOIN room_delivery d ON d.user_id = m.user_id
            LEFT JOIN privacy p ON p.user_id = m.user_id
            WHERE m.room_id = \(room) AND m.is_in = 1 AND m.user_id <> \(user)
                AND NOT EXISTS (
                    SELECT 1 FROM block b WHERE b.blocker = \(user) AND b.blocked = m.user_id)
            ORDER BY a.username
            """
        ) { columns throws(StoreError) in
            MemberProgress(
                username: try columns.text(), told: try columns.count(),
                reached: try columns.id(), sharesReceipts: try columns.flag(),
                isRelated: try columns.flag())
        }
    }
}

/// A message's place in its room, and its event.
struct MessagePlace: Sendable {
    let seq: UInt32
    let event: Identifier<InboxEvent>

    /// Seqs with commas between, for `IN`. The last is repeated up to a power of two, so that there
    /// are few different statements.
    static func list(_ seqs: Set<UInt32>) -> SQL {
        let seqs = seqs.sorted()
        guard let first = seqs.first, let last = seqs.last else { return "NULL" }
        var (list, count): (SQL, Int) = ("\(first)", 1)
        for seq in seqs.dropFirst() {
            list = "\(list), \(seq)"
            count += 1
        }
        while count & (count - 1) != 0 {
            list = "\(list), \(last)"
            count += 1
        }
        return list
    }
}

extension Query where Row == MessagePlace {
    static func newestMessage(of room: Room.ID) -> Self {
        places("WHERE room_id = \(room) ORDER BY seq DESC LIMIT 1")
    }

    /// Those of these seqs that there are, by the primary key.
    static func messages(of seqs: Set<UInt32>, in room: Room.ID) -> Self {
        places("WHERE room_id = \(room) AND seq IN (\(MessagePlace.list(seqs)))")
    }

    private static func places(_ which: SQL) -> Self {
        Query("SELECT seq, event_id FROM room_message \(which)") { columns throws(StoreError) in
            MessagePlace(seq: try columns.count(), event: try columns.id())
        }
    }
}

extension Query where Row == Identifier<InboxEvent> {
    static func event(of seq: UInt32, in room: Room.ID) -> Self {
        Query(
            "SELECT event_id FROM room_message WHERE room_id = \(room) AND seq = \(seq)"
        ) { columns throws(StoreError) in try columns.id() }
    }
}
