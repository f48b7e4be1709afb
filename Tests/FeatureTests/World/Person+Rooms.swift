import SwiftProtobuf
import Wire

extension Person {
    /// Says something to a friend.
    ///
    /// - Parameters:
    ///   - cid: the device's own id of the message; nil for one that is new.
    ///   - seq: the message that it replies to; 0: none.
    @discardableResult
    func say(
        _ text: String, to friend: String, cid: String? = nil, replyTo seq: UInt32 = 0
    ) throws -> RoomSent {
        let command = RoomSend.with {
            $0.to = friend
            $0.text = text
            $0.cid = cid ?? "new-\(world.answers[name]?.count ?? 0)"
            $0.replyTo = seq
        }
        return try ask(.roomSend(command)) { answer in
            guard case .roomSent(let sent) = answer else { return nil }
            return sent
        }
    }

    /// A page of the conversation with a friend.
    func history(with friend: String, before: UInt32 = 0, limit: UInt32? = nil) throws -> RoomPage {
        let command = RoomHistory.with {
            $0.with = friend
            $0.before = before
            if let limit { $0.limit = limit }
        }
        return try ask(.roomHistory(command)) { answer in
            guard case .roomPage(let page) = answer else { return nil }
            return page
        }
    }

    /// Messages by their seqs.
    func quotes(_ seqs: [UInt32], in room: String) throws -> [RoomMessage] {
        try ask(.roomRead(.with { ($0.with, $0.seqs) = (room, seqs) })) { answer in
            guard case .roomMessages(let list) = answer else { return nil }
            return list.messages
        }
    }

    /// Has read everything up to `seq`.
    @discardableResult
    func read(_ friend: String, upTo seq: UInt32) throws -> RoomMarked {
        let command = RoomMark.with {
            $0.with = friend
            $0.seq = seq
        }
        return try ask(.roomMark(command)) { answer in
            guard case .roomMarked(let marked) = answer else { return nil }
            return marked
        }
    }

    /// Mutes a room, or unmutes it.
    @discardableResult
    func mute(_ friend: String, _ muted: Bool = true) throws -> RoomMarked {
        let command = RoomMute.with {
            $0.with = friend
            $0.muted = muted
        }
        return try ask(.roomMute(command)) { answer in
            guard case .roomMarked(let marked) = answer else { return nil }
            return marked
        }
    }

    /// This device has everything that is in the inbox.
    func acknowledge() throws { try acknowledge(numberedInbox.last?.seq ?? 0) }

    /// The list of conversations.
    func rooms() throws -> Rooms {
        try ask(.roomList(RoomList())) { answer in
            guard case .rooms(let rooms) = answer else { return nil }
            return rooms
        }
    }
}
