import Friends
import Kernel
import Wire

/// The pinned messages of a conversation. A message has its pin; a row finds it.
enum Pins {
    /// Most pins of a conversation that a user who pins another message may read.
    static let countMax = 20
    /// Most pins that are listed: members read different messages, so there may be more than
    /// ``countMax``.
    private static let listedMax = 100

    static let migration = Migration(
        "rooms.pins",
        """
        CREATE TABLE room_pin (
            room_id BIGINT NOT NULL,
            seq BIGINT NOT NULL,
            at_ms BIGINT NOT NULL,
            PRIMARY KEY (room_id, seq)
        ) {clustered};
        """)

    static let audits = [
        Audit(
            "a pin is of a message that is there",
            breaches: """
                SELECT count(*) FROM room_pin p
                WHERE NOT EXISTS (SELECT 1 FROM room_message m
                    WHERE m.room_id = p.room_id AND m.seq = p.seq AND m.author <> 0)
                """)
    ]

    /// A message is pinned, or no longer.
    static func set(
        _ isPinned: Bool, _ said: SaidMessage, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            isPinned
                ? """
                INSERT INTO room_pin (room_id, seq, at_ms)
                VALUES (\(said.room), \(said.message.seq), \(transaction.now))
                ON CONFLICT DO NOTHING
                """
                : """
                DELETE FROM room_pin
                WHERE room_id = \(said.room) AND seq = \(said.message.seq)
                """)
    }

    /// The pinned messages of a room after `after`, except those of authors whom the reader has
    /// blocked, or who have left Upfor, and those that have expired; the newest pin first.
    ///
    /// - Index: the primary keys.
    static func pinned(
        in room: Room.ID, for reader: User.ID, after: UInt32, limit: Int = listedMax,
        at now: Moment
    ) -> Query<RoomMessage> {
        Query(
            """
            SELECT e.body FROM room_pin p
            JOIN room_message m ON m.room_id = p.room_id AND m.seq = p.seq
            JOIN event e ON e.id = m.event_id
            WHERE p.room_id = \(room) AND p.seq > \(after)
                AND m.author <> \(User.ID.nobody) AND \(Expiry.lasts(at: now)) AND NOT EXISTS (
                    SELECT 1 FROM block b WHERE b.blocker = \(reader) AND b.blocked = m.author)
            ORDER BY p.at_ms DESC, p.seq DESC LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in try RoomMessage(stored: try columns.blob()) }
    }
}

/// Pins messages, and lists what is pinned.
struct PinCommands: Sendable {
    func pin(
        _ command: RoomPin, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMessage {
        guard command.hasOn else {
            throw Refusal(.invalidField, field: "on", "expected true or false")
        }
        let aim = try Aim.find(
            command.with, command.seq, caller, takingBack: command.on ? nil : .pin,
            in: transaction)
        var message = aim.said.message
        guard !message.deleted else { throw Aim.unknown }
        // Of a message that the caller does not read, not even the refusal says more.
        guard command.on != message.hasPinned,
            aim.isReadable || message.pinned.by == caller.username
        else { return aim.shown(message) }
        if command.on {
            try requirePlace(in: aim.conversation, aim.said.room, transaction)
            message.pinned.by = caller.username
            message.pinned.at = transaction.now.timestamp
        } else {
            guard Self.mayUnpin(message, in: aim.conversation) else {
                throw Refusal(
                    .notMember, field: "with",
                    "only the owner takes away what another member has pinned")
            }
            message.clearPinned()
        }
        try aim.change(to: message, in: transaction)
        if aim.conversation.isGroup {
            try aim.said.note(
                hasPart: message.hasPart(of: caller.username), caller.user, in: transaction)
        }
        return aim.shown(message)
    }

    func list(
        _ command: RoomPins, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> RoomPinList {
        let conversation = try Conversation.find(
            command.with, field: "with", caller, in: snapshot)
        var list = RoomPinList()
        list.room = conversation.key.description
        guard let room = try conversation.room(in: snapshot) else { return list }
        list.messages = try snapshot.all(
            Pins.pinned(
                in: room, for: caller.user, after: conversation.since, at: snapshot.now)
        ).map(\.listed)
        return list
    }

    /// - Throws: `.listFull`. Pins that the caller cannot read do not count: the caller could not
    ///   take one of them away.
    private func requirePlace(
        in conversation: Conversation, _ room: Room.ID, _ snapshot: Snapshot
    ) throws(Refusal) {
        let readable = try snapshot.all(
            Pins.pinned(
                in: room, for: conversation.caller.user, after: conversation.since,
                limit: Pins.countMax, at: snapshot.now))
        guard readable.count >= Pins.countMax else { return }
        throw Refusal(
            .listFull, field: "seq", "limit reached: \(Pins.countMax) pinned messages")
    }

    /// In a room of two, and in a team, which has no owner, each member may.
    private static func mayUnpin(_ message: RoomMessage, in conversation: Conversation) -> Bool {
        guard message.pinned.by != conversation.caller.username else { return true }
        guard case .group(let group, _) = conversation.party else { return true }
        return group.owner == conversation.caller.user || group.owner == .nobody
    }
}

extension RoomMessage {
    /// As lists show it, with its pin.
    fileprivate var listed: RoomMessage {
        var listed = preview
        listed.pinned = pinned
        return listed
    }
}

extension RoomsFeature {
    func installPins(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        let (changes, pins) = (changes, PinCommands())
        catalog.writeOnce(
            Command.roomPin, reply: { .message($0) }, rate: .messages,
            takesBack: { .when($0.hasOn && !$0.on) },
            again: { (command, caller, transaction) throws(Refusal) in
                try changes.current(
                    command.with, command.seq, caller,
                    takenBack: command.on ? nil : .formerPart, transaction)
            }, pins.pin)
        catalog.read(Command.roomPins, reply: { .roomPinList($0) }, pins.list)
    }
}
