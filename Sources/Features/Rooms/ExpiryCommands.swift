import Accounts
import Friends
import Kernel
import Wire

/// Sets how long new messages of a room stay.
struct ExpiryCommands: Sendable {
    let terms: @Sendable () -> RoomTerms

    func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.writeOnce(
            Command.roomExpire, reply: { .roomExpiry($0) }, rate: .settings,
            takesBack: { .when($0.hasMinutes && $0.minutes == 0) }, expire)
        catalog.event(\.roomExpiryChanged) { changed in
            RoomMessage.people(ofRoom: changed.expiry.room) + [changed.expiry.by]
        }
        catalog.replay(\.roomExpiryChanged) { user, snapshot in
            var reading = MessageReading(of: user)
            return { (changed) throws(Refusal) in
                try reading.allows(room: changed.expiry.room, in: snapshot)
            }
        }
        catalog.audit(Expiry.audits)
        let sweep = ExpirySweep()
        catalog.backlog("rooms.expiry", every: .seconds(1), sweep.run)
    }

    /// Messages that were sent before keep their end.
    private func expire(
        _ command: RoomExpire, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomExpiry {
        let (least, most) = (terms().lifeMinutesMin, Expiry.minutesMax)
        guard command.hasMinutes,
            command.minutes == 0 || command.minutes >= least && command.minutes <= most
        else {
            throw Refusal(.invalidField, field: "minutes", "expected 0, or \(least) to \(most)")
        }
        let conversation = try Conversation.find(
            command.with, field: "with", caller, in: transaction)
        if case .group(let group, _) = conversation.party, group.owner != .nobody,
            group.owner != caller.user
        {
            throw Refusal(.notMember, field: "with", "only the owner may do this")
        }
        let room = try conversation.open(in: transaction)
        var life = room.life
        if life.minutes != command.minutes {
            life = RoomLife(minutes: command.minutes, by: caller.user, at: transaction.now)
            try set(life, of: room.id, conversation, transaction)
        }
        var never = RoomExpiry()
        never.room = conversation.key.description
        return try life.shown(conversation.key, in: transaction) ?? never
    }

    private func set(
        _ life: RoomLife, of room: Room.ID, _ conversation: Conversation,
        _ transaction: Transaction
    ) throws(Refusal) {
        let values: SQL = """
            life = \(life.minutes), life_by = \(life.by), life_at_ms = \(life.at)
            """
        var changed = RoomExpiryChanged()
        changed.expiry = try life.shown(conversation.key, in: transaction) ?? RoomExpiry()
        switch conversation.party {
        case .pair(_, let pair):
            try transaction.run("UPDATE room SET \(values) WHERE id = \(room)")
            try transaction.deliver(.roomExpiryChanged(changed), to: [pair.low, pair.high])
        case .group:
            try transaction.run("UPDATE room_group SET \(values) WHERE room_id = \(room)")
            try transaction.deliver(
                .roomExpiryChanged(changed), to: try transaction.all(.members(of: room)))
        }
    }
}
