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
