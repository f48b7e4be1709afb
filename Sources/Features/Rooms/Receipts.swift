import Accounts
import Kernel
import Wire

/// How far somebody is in a room, as the other side may know it.
///
/// What is delivered is one number for a user, not one for each room: the newest event that a
/// device of theirs has. Events get their ids in the order of their commits, so a room's
/// messages up to that id have arrived. An acknowledgement thus costs one row, however many
/// rooms it concerns.
enum Receipts {
    /// What the room with `key` shows of `user`; `room` is nil while nothing was said in it.
    static func receipt(
        of user: User.ID, named username: String, in room: Room.ID?, _ key: RoomKey,
        _ snapshot: Snapshot
    ) throws(Refusal) -> RoomReceipt {
        let discretion = try AccountsFeature.discretion(of: user, in: snapshot)
        let progress: Progress? =
            if let room { try snapshot.first(.progress(of: user, in: room)) } else { nil }
        var receipt = RoomReceipt()
        receipt.room = key.description
        receipt.user = username
        if let room, let progress {
            let delivered = try delivered(progress, in: room, snapshot)
            receipt.delivered = max(delivered, progress.told)
        }
        if discretion.sharesReceipts { receipt.read = progress?.told ?? 0 }
        return receipt
    }

    /// How far each of the other members of a group is, by username.
    static func receipts(
        in group: StoredGroup, but user: User.ID, _ snapshot: Snapshot
    ) throws(Refusal) -> [RoomReceipt] {
        var receipts: [RoomReceipt] = []
        for member in try snapshot.all(.listed(of: group.room)) where member.user != user {
            receipts.append(
                try receipt(
                    of: member.user, named: member.profile.username, in: group.room,
                    RoomKey(group: group.number), snapshot))
        }
        return receipts
    }

    /// Tells `others` how far the caller is: a hint, which only who is connected gets.
    static func tell(
        _ others: [User.ID], of caller: Caller, in room: Room.ID, _ key: RoomKey,
        _ transaction: Transaction
    ) throws(Refusal) {
        guard !others.isEmpty else { return }
        let receipt = try receipt(
            of: caller.user, named: caller.username, in: room, key, transaction)
        transaction.signal(
            .hint(
                Hint(
                    .roomReceipt(receipt), key: "receipt:\(key):\(caller.username)",
                    about: caller.user, to: others)))
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

/// How far somebody is in a room.
struct Progress: Equatable, Sendable {
    /// How far the other side was told that they have read.
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

extension Query where Row == Identifier<InboxEvent> {
    static func event(of seq: UInt32, in room: Room.ID) -> Self {
        Query(
            "SELECT event_id FROM room_message WHERE room_id = \(room) AND seq = \(seq)"
        ) { columns throws(StoreError) in try columns.id() }
    }
}
