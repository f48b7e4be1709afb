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
        let text = try PlainText(
            command.text, .init(RoomEdit.textLength, allowsLines: true), field: "text")
        let (said, conversation) = try find(command.with, command.seq, caller, in: transaction)
        guard said.author == caller.user, !said.message.deleted else { throw Self.unknown }
        try Self.require(terms().editable, since: said.message, in: transaction)
        guard !said.message.text.isSame(as: text.text) else { return said.message }
        var message = said.message
        message.text = text.text
        message.editedAt = transaction.now.timestamp
        try said.change(to: message, in: conversation, transaction)
        return message
    }

    func delete(
        _ command: RoomDelete, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMessage {
        let (said, conversation) = try find(command.with, command.seq, caller, in: transaction)
        guard said.author == caller.user else { throw Self.unknown }
        guard !said.message.deleted else { return said.message }
        try Self.require(terms().deletable, since: said.message, in: transaction)
        let message = said.message.removed(at: transaction.now)
        try said.change(to: message, in: conversation, transaction)
        return message
    }

    func react(
        _ command: RoomReact, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMessage {
        guard command.hasOn else {
            throw Refusal(.invalidField, field: "on", "expected true or false")
        }
        // What is there can be taken back, though it would not be taken any more.
        let emoji =
            try command.on
            ? Emoji(command.emoji, field: "emoji").text
            : Emoji(command.emoji)?.text ?? command.emoji
        let (said, conversation) = try find(
            command.with, command.seq, caller, isOwn: !command.on, in: transaction)
        guard !said.message.deleted else { throw Self.unknown }
        var message = said.message
        message.reactions = RoomReaction.merged(message.reactions)
        message.set(emoji, of: caller.username, on: command.on)
        guard message != said.message else {
            return try shown(message, by: said.author, to: caller, in: transaction)
        }
        guard message.reactions.count <= max(Self.reactionsMax, said.message.reactions.count) else {
            throw Refusal(
                .listFull, field: "emoji",
                "limit reached: \(Self.reactionsMax) different reactions")
        }
        try said.change(to: message, in: conversation, transaction)
        if conversation.isGroup {
            try said.note(
                hasReacted: message.reactions.contains { $0.from.contains(caller.username) },
                caller.user, in: transaction)
        }
        return try shown(message, by: said.author, to: caller, in: transaction)
    }

    /// A message without its body, if the caller has blocked its author.
    private func shown(
        _ message: RoomMessage, by author: User.ID, to caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> RoomMessage {
        guard try BlockRules.exists(by: caller.user, of: author, in: snapshot) else {
            return message
        }
        var hidden = RoomMessage()
        (hidden.room, hidden.seq) = (message.room, message.seq)
        return hidden
    }

    /// How a message stands: the reply to a change of it that was made before. That is not kept,
    /// since it would hold what may have been deleted since.
    ///
    /// - Parameter isOwn: whether the change was of the caller's own reaction.
    func current(
        _ friend: String, _ seq: UInt32, _ caller: Caller, isOwn: Bool = false,
        _ transaction: Transaction
    ) throws(Refusal) -> RoomMessage {
        let (said, _) = try find(friend, seq, caller, isOwn: isOwn, in: transaction)
        return try shown(said.message, by: said.author, to: caller, in: transaction)
    }

    /// - Parameter isOwn: whether it is about the caller's own part of it, which is there also when
    ///   the caller has blocked the author.
    private func find(
        _ friend: String, _ seq: UInt32, _ caller: Caller, isOwn: Bool = false,
        in transaction: Transaction
    ) throws(Refusal) -> (SaidMessage, Conversation) {
        let conversation = try Conversation.find(friend, field: "with", caller, in: transaction)
        guard seq > conversation.since, let room = try conversation.room(in: transaction),
            let said = try transaction.first(.message(seq, in: room)),
            try isOwn ? true : !BlockRules.exists(by: caller.user, of: said.author, in: transaction)
        else { throw Self.unknown }
        return (said, conversation)
    }

    /// The same for a message that is not there, one of the other's, and one that is deleted.
    private static let unknown = Refusal(.notFound, field: "seq", "there is no such message")

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
    /// Sets or takes back one person's reaction; what nobody thinks any more goes.
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
    /// Reactions of an earlier version, each emoji once and in its one form; what is no emoji any
    /// more stays as it is.
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
