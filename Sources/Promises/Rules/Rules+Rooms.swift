import Kernel
package import Wire

extension Rules {
    mutating func send(_ command: RoomSend, by user: String, at now: Moment) -> Outcome {
        guard !command.to.hasPrefix("#") else { return send(command, toGroupBy: user, at: now) }
        guard mayTalk(user, command.to) else { return Outcome(.notFriends) }
        guard mayReply(to: command.replyTo, by: user, in: command.to) else {
            return Outcome(.notFound)
        }
        guard let attachments = unsent(command.attachments, of: user) else {
            return Outcome(.notFound)
        }
        let pair = Pair(user, command.to)
        var message = RoomMessage()
        message.attachments = attachments
        message.room = pair.room
        message.seq = UInt32(rooms[pair]?.count ?? 0) + 1
        message.from = user
        message.displayName = user
        message.text = command.text
        message.replyTo = command.replyTo
        message.at = now.timestamp
        if command.hasPoll { message.poll = Self.poll(command.poll) }
        end(&message, at: now)
        rooms[pair, default: []].append(message)
        send(filesOf: message)
        var sent = RoomSent()
        sent.room = message.room
        sent.seq = message.seq
        sent.at = message.at
        return Outcome(
            .roomSent(sent), [(user, .roomMessage(message)), (command.to, .roomMessage(message))])
    }

    mutating func mark(_ command: RoomMark, by user: String) -> Outcome {
        guard !command.with.hasPrefix("#") else { return mark(command, inGroupBy: user) }
        guard mayTalk(user, command.with) else { return Outcome(.notFriends) }
        let way = Way(from: user, to: command.with)
        let newest = UInt32(rooms[Pair(user, command.with)]?.count ?? 0)
        let seq = min(command.seq, newest)
        guard seq > reads[way] ?? 0 else { return Outcome(.roomMarked(marked(way))) }
        reads[way] = seq
        if privacy(of: user).receipts, !isInvisible(user) { told[way] = seq }
        return badge(way)
    }

    mutating func mute(_ command: RoomMute, by user: String) -> Outcome {
        guard command.hasMuted else { return Outcome(.invalidField) }
        guard mayTalk(user, command.with) else { return Outcome(.notFriends) }
        let way = Way(from: user, to: command.with)
        guard mutes.contains(way) != command.muted else { return Outcome(.roomMarked(marked(way))) }
        if command.muted { mutes.insert(way) } else { mutes.remove(way) }
        return badge(way)
    }

    /// The receipt of `way.from`, as far as `way.to` may know it.
    package func receipt(_ way: Way) -> RoomReceipt {
        var receipt = RoomReceipt()
        receipt.room = Pair(way.from, way.to).room
        receipt.user = way.from
        receipt.delivered = max(delivered[way] ?? 0, told[way] ?? 0)
        if privacy(of: way.from).receipts { receipt.read = told[way] ?? 0 }
        return receipt
    }

    private func badge(_ way: Way) -> Outcome {
        var badge = RoomBadge()
        badge.mark = marked(way)
        return Outcome(.roomMarked(badge.mark), [(way.from, .roomBadge(badge))])
    }

    /// How far `way.from` has read, and what is left.
    func marked(_ way: Way) -> RoomMarked {
        let pair = Pair(way.from, way.to)
        let seq = reads[way] ?? 0
        var marked = RoomMarked()
        marked.room = pair.room
        marked.seq = seq
        marked.unread = UInt32(
            rooms[pair]?.count { $0.seq > seq && $0.from != way.from && isThere($0) } ?? 0)
        marked.muted = mutes.contains(way)
        return marked
    }
}
