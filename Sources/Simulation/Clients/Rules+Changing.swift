import Kernel
import Promises
import SwiftProtobuf
import Wire

// What is done to messages that were sent.
extension Rules {
    /// A random command about a sent message, mostly the user's own.
    func change(
        of user: String, _ friend: String, _ cid: String, _ chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let all = rooms[Pair(user, friend)] ?? []
        let own = all.filter { $0.from == user }
        let seq = chance.pick(chance.percent(80) ? own : all)?.seq ?? 1
        if let poll = Self.anyPoll(in: all, &chance) {
            return .polling(poll, of: user, with: friend, cid, &chance)
        }
        switch chance.below(12) {
        case ..<4: return .roomEdit(seq, with: friend, cid)
        case ..<6: return .roomDelete(seq, with: friend, cid)
        case 10, 11: return .roomPin(chance.pick(all)?.seq ?? 1, with: friend, cid, &chance)
        default: return .roomReact(chance.pick(all)?.seq ?? 1, with: friend, cid, &chance)
        }
    }

    /// Of a conversation with polls, one of them half of the time.
    private static func anyPoll(in messages: [RoomMessage], _ chance: inout Chance) -> RoomMessage?
    {
        chance.percent(50) ? chance.pick(messages.filter(\.hasPoll)) : nil
    }

    /// Something about a message in a group.
    func change(
        inGroup room: String, of user: String, _ cid: String, _ chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let all = companies[room]?.messages ?? []
        let seq = { (messages: [RoomMessage], chance: inout Chance) in
            chance.pick(messages)?.seq ?? 1
        }
        if let poll = Self.anyPoll(in: all, &chance) {
            return .polling(poll, of: user, with: room, cid, &chance)
        }
        switch chance.below(12) {
        case 10, 11: return .roomPin(seq(all, &chance), with: room, cid, &chance)
        case ..<6:
            let own = seq(all.filter { $0.from == user }, &chance)
            return .roomEdit(own, with: room, cid, mention(in: room, using: &chance))
        case 6: return .roomDelete(seq(all.filter { $0.from == user }, &chance), with: room, cid)
        default: return .roomReact(seq(all, &chance), with: room, cid, &chance)
        }
    }
}

extension ClientMessage.OneOf_Command {
    /// A vote in a poll, now and then none or an impossible one; or the end of it.
    static func polling(
        _ message: RoomMessage, of user: String, with name: String, _ cid: String,
        _ chance: inout Chance
    ) -> Self {
        if chance.percent(message.from == user ? 15 : 3) {
            return .roomPollClose(.with { ($0.with, $0.seq, $0.cid) = (name, message.seq, cid) })
        }
        let last = UInt32(message.poll.options.count) + (chance.percent(5) ? 1 : 0)
        let takesBack = message.poll.options.contains { $0.from.contains(user) }
        var options = (1...max(1, last)).filter { _ in chance.percent(takesBack ? 20 : 45) }
        if !message.poll.multiple, chance.percent(95) { options = Array(options.prefix(1)) }
        return .roomVote(
            .with { ($0.with, $0.seq, $0.options, $0.cid) = (name, message.seq, options, cid) })
    }

    static func roomEdit(
        _ seq: UInt32, with friend: String, _ cid: String, _ end: String = ""
    ) -> Self {
        let text = "new \(cid)\(end)"
        return .roomEdit(.with { ($0.seq, $0.with, $0.cid, $0.text) = (seq, friend, cid, text) })
    }

    static func roomDelete(_ seq: UInt32, with friend: String, _ cid: String) -> Self {
        .roomDelete(.with { ($0.seq, $0.with, $0.cid) = (seq, friend, cid) })
    }

    static func roomReact(
        _ seq: UInt32, with friend: String, _ cid: String, _ chance: inout Chance
    ) -> Self {
        let (emoji, isOn) = (chance.pick(["👍", "❤️", "🙂"]) ?? "👍", chance.percent(65))
        return .roomReact(
            .with { ($0.seq, $0.with, $0.cid, $0.emoji, $0.on) = (seq, friend, cid, emoji, isOn) })
    }

    static func roomPin(
        _ seq: UInt32, with friend: String, _ cid: String, _ chance: inout Chance
    ) -> Self {
        let isOn = chance.percent(65)
        return .roomPin(.with { ($0.seq, $0.with, $0.cid, $0.on) = (seq, friend, cid, isOn) })
    }
}
