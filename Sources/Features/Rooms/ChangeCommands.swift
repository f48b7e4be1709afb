import Accounts
import Friends
import Kernel
import Wire

/// What is done to a message that was said: edited, deleted, answered with an emoji.
struct ChangeCommands: Sendable {
    /// Most different emoji of one message.
    private static let reactionsMax = 20

    let terms: @Sendable () -> RoomTerms

    func edit(
        _ command: RoomEdit, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMessage {
        let aim = try Aim.find(command.with, command.seq, caller, in: transaction)
        let said = aim.said
        guard said.author == caller.user, !said.message.deleted else { throw Aim.unknown }
        guard !said.message.hasPoll else {
            throw Refusal(.invalidField, field: "seq", "a poll cannot be edited")
        }
        let text = try PlainText(
            message: command.text, RoomEdit.textLength,
            isAlone: said.message.attachments.isEmpty, field: "text")
        try Self.require(terms().editable, since: said.message, in: transaction)
        guard !said.message.text.isSame(as: text.text) else { return said.message }
        var message = said.message
        message.text = text.text
        message.mentions = try Mentions.found(
            in: text.text, of: caller.user, in: aim.conversation, at: command.seq, transaction)
        message.editedAt = transaction.now.timestamp
        try EarlierTexts.keep(said, in: transaction)
        try aim.change(to: message, in: transaction)
        return message
    }

    func delete(
        _ command: RoomDelete, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMessage {
        let aim = try Aim.find(
            command.with, command.seq, caller, takingBack: .message, in: transaction)
        let said = aim.said
        guard said.author == caller.user else { throw Aim.unknown }
        guard !said.message.deleted else { return said.message }
        // Files count against a quota: their author can always make room.
        if said.message.attachments.isEmpty {
            try Self.require(terms().deletable, since: said.message, in: transaction)
        }
        let message = said.message.removed(at: transaction.now)
        try aim.change(to: message, in: transaction)
        return message
    }

    func react(
        _ command: RoomReact, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMessage {
        guard command.hasOn else {
            throw Refusal(.invalidField, field: "on", "expected true or false")
        }
        // A stored reaction can be removed even if its emoji would no longer be accepted.
        let emoji =
            try command.on
            ? Emoji(command.emoji, field: "emoji").text
            : Emoji(command.emoji)?.text ?? command.emoji
        let aim = try Aim.find(
            command.with, command.seq, caller, takingBack: command.on ? nil : .reaction(emoji),
            in: transaction)
        let said = aim.said
        guard !said.message.deleted else { throw Aim.unknown }
        var message = said.message
        message.reactions = RoomReaction.merged(message.reactions)
        message.set(emoji, of: caller.username, on: command.on)
        guard message != said.message else { return aim.shown(message) }
        guard message.reactions.count <= max(Self.reactionsMax, said.message.reactions.count) else {
            throw Refusal(
                .listFull, field: "emoji",
                "limit reached: \(Self.reactionsMax) different reactions")
        }
        try aim.change(to: message, in: transaction)
        if aim.conversation.isGroup {
            try said.note(
                hasPart: message.hasPart(of: caller.username), caller.user, in: transaction)
        }
        return aim.shown(message)
    }

    /// The current state of a message: the reply to a repeated change. The first reply is not
    /// stored, since it would contain what may have been deleted since.
    ///
    /// - Parameter part: what the change took back.
    func current(
        _ friend: String, _ seq: UInt32, _ caller: Caller, takenBack part: OwnPart? = nil,
        _ transaction: Transaction
    ) throws(Refusal) -> RoomMessage {
        let aim = try Aim.find(friend, seq, caller, takingBack: part, in: transaction)
        return aim.shown(aim.said.message)
    }

    private static func require(
        _ time: Duration, since message: RoomMessage, in transaction: Transaction
    ) throws(Refusal) {
        let sent = Moment(unixMilliseconds: message.at.unixMilliseconds)
        guard transaction.now <= sent.advanced(by: time) else {
            throw Refusal(.tooLate, field: "seq", "the message is too old")
        }
    }
}

extension RoomMessage {
    /// Sets or takes back one user's reaction. An emoji without users is removed.
    fileprivate mutating func set(_ emoji: String, of username: String, on: Bool) {
        let index = reactions.firstIndex { $0.emoji == emoji }
        if on {
            if let index {
                if !reactions[index].from.contains(username) {
                    reactions[index].from.append(username)
                }
            } else {
                var reaction = RoomReaction()
                reaction.emoji = emoji
                reaction.from = [username]
                reactions.append(reaction)
            }
        } else if let index {
            reactions[index].from.removeAll { $0 == username }
            if reactions[index].from.isEmpty { reactions.remove(at: index) }
        }
    }
}

extension RoomReaction {
    /// Reactions of an earlier version, each emoji once and in its one form; a text that is no
    /// longer an emoji stays as it is.
    static func merged(_ reactions: [RoomReaction]) -> [RoomReaction] {
        var merged: [RoomReaction] = []
        for var reaction in reactions {
            reaction.emoji = Emoji(reaction.emoji)?.text ?? reaction.emoji
            guard let index = merged.firstIndex(where: { $0.emoji == reaction.emoji }) else {
                merged.append(reaction)
                continue
            }
            merged[index].from += reaction.from.filter { !merged[index].from.contains($0) }
        }
        return merged
    }
}
