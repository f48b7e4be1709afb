import Promises
import Wire

extension Oracle {
    /// A device starts over, at the end of what there is.
    func reset(_ device: Device, at top: UInt32) { places[device.name] = top }

    /// A session has told a device to forget what it knows: nothing of an earlier epoch comes to
    /// it any more.
    func begun(_ device: Device) { forgottenBefore[device.name] = forgotten.count }

    /// A device has taken an event.
    func seen(_ body: ServerMessage.OneOf_Body, seq: UInt32, by device: Device) {
        // What had arrived before the data went back may be taken afterwards.
        let epochs = [rules] + forgotten.dropFirst(forgottenBefore[device.name] ?? 0)
        let isThere = epochs.contains { epoch in
            let inbox = epoch.inboxes[device.user] ?? []
            return seq <= inbox.count && inbox[Int(seq) - 1].hasSaid(body)
        }
        var last = places[device.name] ?? 0
        places[device.name] = seq
        // What says nothing any more is not told on.
        while epochs.contains(where: { $0.isBlank(last + 1, of: device.user) }), last + 1 < seq {
            last += 1
        }
        if seq != last + 1 {
            world.complain(.gapless, "\(device.name) sees \(seq) after \(last)")
        } else if !isThere {
            world.complain(.durable, "\(device.name) sees an event \(seq) that is not there")
        }
    }

    /// A client has its answer: what it says is durable by now.
    func acknowledged(
        _ reply: ServerMessage.OneOf_Body, to command: ClientMessage.OneOf_Command, of user: String
    ) {
        guard let cid = command.cid, !cid.isEmpty else { return }
        // A cid of a command that had nothing to take back may be used again for another.
        let known = ([rules] + forgotten).flatMap { epoch in
            [epoch.past[user]?[cid], epoch.vain[user]?[cid]].compactMap(\.self)
        }
        let isDone = known.contains { past in
            // A change that is sent again is answered by how the message stands then.
            if case .message = past.reply, case .message = reply { return true }
            // So is a check-in: of what it said nothing is kept beside it.
            if case .checkin = past.reply, case .checkin = reply { return true }
            return past.reply == reply
        }
        if !isDone {
            world.complain(
                .durable,
                "\(user) was told \(reply.brief) of \(Optional(command).brief), which is not so")
        }
    }
}
