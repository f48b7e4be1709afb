import Accounts
import Friends
import Kernel
import Wire

/// What a user takes back of a message.
enum OwnPart {
    /// All of it, as its author.
    case message
    /// A reaction.
    case reaction(String)
    /// A pin.
    case pin
    /// A vote in a poll.
    case vote
    /// A reaction, pin or vote that was taken back before.
    case formerPart

    /// Whether the message has such a part.
    fileprivate func isIn(_ said: SaidMessage, of user: Caller) -> Bool {
        switch self {
        case .message: said.author == user.user
        case .reaction(let emoji):
            RoomReaction.merged(said.message.reactions)
                .contains { $0.emoji == emoji && $0.from.contains(user.username) }
        case .pin: said.message.pinned.by == user.username
        case .vote: said.message.poll.hasVote(of: user.username)
        case .formerPart: true
        }
    }
}

/// A message that a command is about.
struct Aim {
    let said: SaidMessage
    let conversation: Conversation
    /// Whether the caller may read it.
    let isReadable: Bool

    func change(
        to message: RoomMessage, in transaction: Transaction
    ) throws(Refusal) {
        try said.change(to: message, in: conversation, isReadable: isReadable, transaction)
    }

    /// The message as the caller may read it. Without that right it is reduced to its place, and
    /// the caller's own message to the fact that it is deleted.
    func shown(_ message: RoomMessage) -> RoomMessage {
        let isOwn = said.author == conversation.caller.user
        guard !isReadable, !(isOwn && message.deleted) else { return message }
        var hidden = RoomMessage()
        (hidden.room, hidden.seq) = (message.room, message.seq)
        return hidden
    }

    /// - Parameter part: what the caller takes back. This is possible even if the caller cannot
    ///   read the message: its author is blocked, it is older than the caller's membership, the
    ///   caller has left the group, or the other user is a former friend.
    static func find(
        _ friend: String, _ seq: UInt32, _ caller: Caller, takingBack part: OwnPart? = nil,
        in transaction: Transaction
    ) throws(Refusal) -> Aim {
        let conversation: Conversation
        do {
            conversation = try Conversation.find(friend, field: "with", caller, in: transaction)
        } catch {
            guard let part, [.notFriends, .notMember].contains(error.code),
                let former = try Conversation.former(friend, caller, in: transaction),
                let said = try Self.said(seq, in: former, transaction),
                part.isIn(said, of: caller)
            else { throw error }
            return Aim(said: said, conversation: former, isReadable: false)
        }
        guard let said = try Self.said(seq, in: conversation, transaction),
            seq > conversation.since || part?.isIn(said, of: caller) == true
        else { throw unknown }
        let isBlocked = try BlockRules.exists(by: caller.user, of: said.author, in: transaction)
        guard part != nil || !isBlocked else { throw unknown }
        return Aim(
            said: said, conversation: conversation,
            isReadable: seq > conversation.since && !isBlocked)
    }

    /// A message; nil also for one that has expired, and for what is left of one whose author has
    /// left Upfor.
    private static func said(
        _ seq: UInt32, in conversation: Conversation, _ snapshot: Snapshot
    ) throws(Refusal) -> SaidMessage? {
        guard let room = try conversation.room(in: snapshot),
            let said = try snapshot.first(.message(seq, in: room)), said.author != .nobody,
            !said.isExpired(at: snapshot.now)
        else { return nil }
        return said
    }

    /// The same refusal for a missing message, one of another author, and a deleted one.
    static let unknown = Refusal(.notFound, field: "seq", "there is no such message")
}
