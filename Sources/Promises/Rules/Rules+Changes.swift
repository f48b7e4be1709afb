import Kernel
import SwiftProtobuf
import Wire

// Changes of a message after it was sent.
extension Rules {
    /// How long after it was sent a message may be edited, and deleted.
    static let (editable, deletable) = (Duration.seconds(60), Duration.seconds(120))

    /// Most edits of a message.
    private static let editsMax = 10

    mutating func edit(_ command: RoomEdit, by user: String, at now: Moment) -> Outcome {
        let aim = aim(command.seq, user, command.with)
        guard case .success(let aim) = aim else { return Outcome(result: aim.map(\.body)) }
        var message = aim.message
        guard message.from == user, !message.deleted else { return Outcome(.notFound) }
        guard !message.hasPoll else { return Outcome(.invalidField) }
        guard Self.isDue(message, for: Self.editable, at: now) else { return Outcome(.tooLate) }
        guard message.text != command.text else { return Outcome(.message(message)) }
        let key = "\(message.room) \(message.seq)"
        guard edits[key]?.count ?? 0 < Self.editsMax else { return Outcome(.listFull) }
        edits[key, default: []].insert(now.unixMilliseconds)
        message.text = command.text
        message.mentions =
            companies[command.with].map { company in
                mentions(in: command.text, by: user, of: company, at: command.seq)
            } ?? []
        message.editedAt = now.timestamp
        return change(to: message, command.with, by: user)
    }

    mutating func delete(_ command: RoomDelete, by user: String, at now: Moment) -> Outcome {
        let aim = aim(command.seq, user, command.with) { $0.from == user }
        guard case .success(let aim) = aim else { return Outcome(result: aim.map(\.body)) }
        var message = aim.message
        guard message.from == user else { return Outcome(.notFound) }
        guard !message.deleted else { return Outcome(.message(message)) }
        guard !message.attachments.isEmpty || Self.isDue(message, for: Self.deletable, at: now)
        else { return Outcome(.tooLate) }
        (message.text, message.reactions, message.deleted) = ("", [], true)
        message.attachments = []
        message.clearPinned()
        message.clearPoll()
        (message.replyTo, message.mentions) = (0, [])
        message.editedAt = now.timestamp
        return change(to: message, command.with, by: user)
    }

    mutating func react(_ command: RoomReact, by user: String) -> Outcome {
        let hasReacted = { (message: RoomMessage) in
            message.reactions.contains { $0.emoji == command.emoji && $0.from.contains(user) }
        }
        let aim = aim(
            command.seq, user, command.with, takingBack: command.on ? nil : hasReacted)
        guard case .success(let aim) = aim else { return Outcome(result: aim.map(\.body)) }
        var message = aim.message
        guard !message.deleted else { return Outcome(.notFound) }
        var reactions = message.reactions.map { (emoji: $0.emoji, from: $0.from) }
        if let index = reactions.firstIndex(where: { $0.emoji == command.emoji }) {
            if command.on != reactions[index].from.contains(user) {
                reactions[index].from.removeAll { $0 == user }
                if command.on { reactions[index].from.append(user) }
            }
        } else if command.on {
            reactions.append((command.emoji, [user]))
        }
        let changed = reactions.filter { !$0.from.isEmpty }.map { reaction in
            RoomReaction.with { ($0.emoji, $0.from) = reaction }
        }
        guard changed != message.reactions else { return Outcome(aim.body) }
        message.reactions = changed
        var outcome = change(to: message, command.with, by: user, isReadable: aim.isReadable)
        if !aim.isReadable { outcome.result = .success(aim.body) }
        return outcome
    }

    /// The reply to a repeated change: the message as it stands. nil: the command is no change.
    func changedMessage(by command: ClientMessage.OneOf_Command, of user: String) -> Outcome? {
        let aim =
            switch command {
            case .roomEdit(let command): aim(command.seq, user, command.with)
            case .roomDelete(let command):
                aim(command.seq, user, command.with) { $0.from == user }
            case .roomReact(let command) where command.on: aim(command.seq, user, command.with)
            case .roomReact(let command): aim(command.seq, user, command.with) { _ in true }
            case .roomPin(let command) where command.on: aim(command.seq, user, command.with)
            case .roomPin(let command): aim(command.seq, user, command.with) { _ in true }
            case .roomVote(let command) where command.options.isEmpty:
                aim(command.seq, user, command.with) { _ in true }
            case .roomVote(let command): aim(command.seq, user, command.with)
            case .roomPollClose(let command): aim(command.seq, user, command.with)
            default: Result<Aim, Failure>?.none
            }
        return aim.map { Outcome(result: $0.map(\.body)) }
    }

    /// A message that a command is about.
    struct Aim {
        let message: RoomMessage
        let isReadable: Bool
        let isOwn: Bool

        /// The part of it that the caller may read.
        var body: Body {
            guard !isReadable, !(isOwn && message.deleted) else { return .message(message) }
            return .message(.with { ($0.room, $0.seq) = (message.room, message.seq) })
        }
    }

    /// - Parameter part: whether a message has what the command takes back. That is done even where
    ///   the message is not readable.
    func aim(
        _ seq: UInt32, _ user: String, _ name: String,
        takingBack part: ((RoomMessage) -> Bool)? = nil
    ) -> Result<Aim, Failure> {
        let company = companies[name]
        let isIn = company.map { $0.members.contains(user) } ?? mayTalk(user, name)
        let all = company.map { $0.isSwept ? [] : $0.messages } ?? rooms[Pair(user, name)] ?? []
        let outside = name.hasPrefix("#") ? ErrorCode.notMember : .notFriends
        let unknown = Result<Aim, Failure>.failure(Failure(code: isIn ? .notFound : outside))
        guard let message = all.first(where: { $0.seq == seq && isThere($0) }) else {
            return unknown
        }
        let isBehind = isIn && seq > company?.since[user] ?? 0
        let isBlocked = company != nil && !reads(message, user)
        guard isBehind && (!isBlocked || part != nil) || part?(message) == true else {
            return unknown
        }
        return .success(
            Aim(
                message: message, isReadable: isBehind && !isBlocked,
                isOwn: message.from == user))
    }

    private static func isDue(
        _ message: RoomMessage, for time: Duration, at now: Moment
    ) -> Bool {
        now <= Moment(unixMilliseconds: message.at.unixMilliseconds).advanced(by: time)
    }

    /// Replaces a message wherever it is readable. The event of its previous change loses its
    /// content.
    mutating func change(
        to message: RoomMessage, _ name: String, by user: String, isReadable: Bool = true
    ) -> Outcome {
        let readers: [String]
        if name.hasPrefix("#") {
            companies[name]?.messages[Int(message.seq) - 1] = message
            readers = (companies[name]?.members ?? []).filter {
                message.seq > companies[name]?.since[$0] ?? 0
            }
        } else {
            let pair = Pair(user, name)
            rooms[pair] = rooms[pair]?.map { $0.seq == message.seq ? message : $0 }
            readers = [pair.low, pair.high]
        }
        for reader in users {
            for index in (inboxes[reader] ?? []).indices {
                switch inboxes[reader]?[index].body {
                case .roomMessage(let said)?
                where said.isSame(as: message) && readers.contains(reader):
                    inboxes[reader]?[index].say(.roomMessage(message))
                    if let isReadable = self.isReadable(.roomMessage(message), reader) {
                        inboxes[reader]?[index].hide(!isReadable)
                    }
                case .roomMessageChanged(let change)? where change.message.isSame(as: message):
                    inboxes[reader]?[index].say(nil)
                default: break
                }
            }
        }
        let body = Body.roomMessageChanged(.with { $0.message = message })
        let told = readers.filter { reader in
            name.hasPrefix("#") ? reads(message, reader) : isReadable || message.deleted
        }
        if told.isEmpty { untold.insert("\(message.room) \(message.seq)") }
        return Outcome(.message(message), told.map { ($0, body) })
    }
}

extension RoomMessage {
    /// Whether both are the same message, whatever the content.
    fileprivate func isSame(as other: RoomMessage) -> Bool {
        room == other.room && seq == other.seq
    }
}
