import Wire

extension Oracle {
    /// A device starts over, at the end of what there is.
    func reset(_ device: Device, at top: UInt32) { places[device.name] = top }

    /// A device has taken an event.
    func seen(_ body: ServerMessage.OneOf_Body, seq: UInt32, by device: Device) {
        let inbox = model.inboxes[device.user] ?? []
        let last = places[device.name] ?? 0
        places[device.name] = seq
        if seq != last + 1 {
            world.complain(.gapless, "\(device.name) sees \(seq) after \(last)")
        } else if seq > inbox.count || inbox[Int(seq) - 1] != body {
            world.complain(.durable, "\(device.name) sees an event \(seq) that is not there")
        }
    }

    /// A client has its answer: what it says is durable by now.
    func acknowledged(
        _ reply: ServerMessage.OneOf_Body, to command: ClientMessage.OneOf_Command, of user: String
    ) {
        guard let cid = command.cid, !cid.isEmpty else { return }
        if !([model] + forgotten).contains(where: { $0.past[user]?[cid]?.reply == reply }) {
            world.complain(
                .durable,
                "\(user) was told \(reply.brief) of \(Optional(command).brief), which is not so")
        }
    }
}
