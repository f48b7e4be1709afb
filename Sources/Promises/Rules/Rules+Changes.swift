import Kernel
import SwiftProtobuf
import Wire

// What is done to a message that was said.
extension Rules {
    /// How long after it was sent a message may be edited, and deleted.
    static let (editable, deletable) = (Duration.seconds(60), Duration.seconds(120))

    mutating func edit(_ command: RoomEdit, by user: String, at now: Moment) -> Outcome {
        if let refusal = obstacle(toChangeIn: command.with, by: user) { return Outcome(refusal) }
        guard var message = message(command.seq, user, command.with), message.from == user,
            !message.deleted
        else { return Outcome(.notFound) }
        guard Self.isDue(message, for: Self.editable, at: now) else { return Outcome(.tooLate) }
        guard message.text != command.text else { return Outcome(.message(message)) }
        message.text = command.text
        message.editedAt = now.timestamp
        return change(to: message, command.with, by: user)
    }

    mutating func delete(_ command: RoomDelete, by user: String, at now: Moment) -> Outcome {
        if let refusal = obstacle(toChangeIn: command.with, by: user) { return Outcome(refusal) }
        guard var message = message(command.seq, user, command.with), message.from == user else {
            return Outcome(.notFound)
        }
        guard !message.deleted else { return Outcome(.message(message)) }
        guard Self.isDue(message, for: Self.deletable, at: now) else { return Outcome(.tooLate) }
        (message.text, message.reactions, message.deleted) = ("", [], true)
        message.editedAt = now.timestamp
        return change(to: message, command.with, by: user)
    }

    mutating func react(_ command: RoomReact, by user: String) -> Outcome {
        if let refusal = obstacle(toChangeIn: command.with, by: user) { return Outcome(refusal) }
        guard var message = message(command.seq, user, command.with), !message.deleted else {
            return Outcome(.notFound)
        }
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
        guard changed != message.reactions else { return Outcome(.message(message)) }
        message.reactions = changed
        return change(to: message, command.with, by: user)
    }

    /// The reply to a change that was made before: how the message stands. nil: it is none.
    func changedMessage(by command: ClientMessage.OneOf_Command, of user: String) -> Outcome? {
        let (friend, seq): (String, UInt32)
        switch command {
        case .roomEdit(let command): (friend, seq) = (command.with, command.seq)
        case .roomDelete(let command): (friend, seq) = (command.with, command.seq)
        case .roomReact(let command): (friend, seq) = (command.with, command.seq)
        default: return nil
        }
        if let refusal = obstacle(toChangeIn: friend, by: user) { return Outcome(refusal) }
        return message(seq, user, friend).map { Outcome(.message($0)) } ?? Outcome(.notFound)
    }

    private func obstacle(toChangeIn name: String, by user: String) -> ErrorCode? {
        guard name.hasPrefix("#") else { return mayTalk(user, name) ? nil : .notFriends }
        return company(name, of: user) == nil ? .notMember : nil
    }

    private func message(_ seq: UInt32, _ user: String, _ name: String) -> RoomMessage? {
        let all = name.hasPrefix("#") ? messages(of: user, in: name) : rooms[Pair(user, name)]
        return all?.first { $0.seq == seq }
    }

    private static func isDue(
        _ message: RoomMessage, for time: Duration, at now: Moment
    ) -> Bool {
        now <= Moment(unixMilliseconds: message.at.unixMilliseconds).advanced(by: time)
    }

    /// A message says something else wherever it is read, and its last change nothing any more.
    private mutating func change(
        to message: RoomMessage, _ name: String, by user: String
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
                case .roomMessageChanged(let change)? where change.message.isSame(as: message):
                    inboxes[reader]?[index].say(nil)
                default: break
                }
            }
        }
        let body = Body.roomMessageChanged(.with { $0.message = message })
        let told = readers.filter { !name.hasPrefix("#") || reads(message, $0) }
        return Outcome(.message(message), told.map { ($0, body) })
    }
}

extension RoomMessage {
    /// Whether both tell of the same message, whatever it says.
    fileprivate func isSame(as other: RoomMessage) -> Bool {
        room == other.room && seq == other.seq
    }
}
