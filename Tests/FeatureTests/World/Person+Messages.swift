import SwiftProtobuf
import Wire

extension Person {
    /// Changes what this person said.
    @discardableResult
    func edit(
        _ seq: UInt32, with friend: String, to text: String, cid: String = ""
    ) throws -> RoomMessage {
        try message(
            by: .roomEdit(.with { ($0.with, $0.seq, $0.text, $0.cid) = (friend, seq, text, cid) }))
    }

    /// Takes back what this person said.
    @discardableResult
    func delete(_ seq: UInt32, with friend: String, cid: String = "") throws -> RoomMessage {
        try message(by: .roomDelete(.with { ($0.with, $0.seq, $0.cid) = (friend, seq, cid) }))
    }

    /// Answers a message with an emoji, or takes that back.
    @discardableResult
    func react(
        _ emoji: String, to seq: UInt32, with friend: String, on: Bool = true
    ) throws -> RoomMessage {
        let command = RoomReact.with {
            ($0.with, $0.seq, $0.emoji, $0.on) = (friend, seq, emoji, on)
        }
        return try message(by: .roomReact(command))
    }

    /// Asks a question.
    @discardableResult
    func poll(
        _ question: String, _ options: [String], multiple: Bool = false, to friend: String
    ) throws -> RoomSent {
        let command = RoomSend.with {
            ($0.to, $0.text, $0.cid) = (friend, question, "poll-\(world.answers[name]?.count ?? 0)")
            ($0.poll.options, $0.poll.multiple) = (options, multiple)
        }
        return try ask(.roomSend(command)) { answer in
            guard case .roomSent(let sent) = answer else { return nil }
            return sent
        }
    }

    /// Chooses options of a poll by their numbers; none takes the vote back.
    @discardableResult
    func vote(
        _ options: UInt32..., in seq: UInt32, with friend: String, cid: String = ""
    ) throws -> RoomMessage {
        let command = RoomVote.with {
            ($0.with, $0.seq, $0.options, $0.cid) = (friend, seq, options, cid)
        }
        return try message(by: .roomVote(command))
    }

    /// Closes a poll.
    @discardableResult
    func closePoll(_ seq: UInt32, with friend: String) throws -> RoomMessage {
        try message(by: .roomPollClose(.with { ($0.with, $0.seq) = (friend, seq) }))
    }

    /// Pins a message, or takes the pin away.
    @discardableResult
    func pin(
        _ seq: UInt32, with friend: String, on: Bool = true, cid: String = ""
    ) throws -> RoomMessage {
        try message(
            by: .roomPin(.with { ($0.with, $0.seq, $0.on, $0.cid) = (friend, seq, on, cid) }))
    }

    /// The pinned messages of a conversation.
    @discardableResult
    func pins(with friend: String) throws -> [RoomMessage] {
        try ask(.roomPins(.with { $0.with = friend })) { answer in
            guard case .roomPinList(let list) = answer else { return nil }
            return list.messages
        }
    }

    /// A page of what was said with these words.
    func search(
        _ text: String, with friend: String = "", before: String = "", limit: UInt32? = nil
    ) throws -> RoomFound {
        let command = RoomSearch.with {
            ($0.text, $0.with, $0.before) = (text, friend, before)
            if let limit { $0.limit = limit }
        }
        return try ask(.roomSearch(command)) { answer in
            guard case .roomFound(let found) = answer else { return nil }
            return found
        }
    }

    /// The texts that were found.
    func found(_ text: String, with friend: String = "") throws -> [String] {
        try search(text, with: friend).messages.map(\.text)
    }

    private func message(by command: ClientMessage.OneOf_Command) throws -> RoomMessage {
        try ask(command) { answer in
            guard case .message(let message) = answer else { return nil }
            return message
        }
    }
}

extension Person {
    /// Sets how long new messages of a room stay.
    @discardableResult
    func expire(_ room: String, after minutes: UInt32) throws -> RoomExpiry {
        let command = RoomExpire.with { ($0.with, $0.minutes) = (room, minutes) }
        return try ask(.roomExpire(command)) { answer in
            guard case .roomExpiry(let expiry) = answer else { return nil }
            return expiry
        }
    }
}
