import Kernel
import Promises
import SwiftProtobuf
import Wire

extension Rules {
    /// Now and then a name, at the end of a text for a group: of a member, or not.
    func mention(in room: String, using chance: inout Chance) -> String {
        guard room.hasPrefix("#"), chance.percent(40) else { return "" }
        return " @\(chance.pick(users) ?? "nobody")"
    }

    /// A message, now and then a reply to one of these, readable or not.
    func saying(
        to name: String, _ messages: [RoomMessage], _ cid: String, _ chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        var command = RoomSend()
        command.to = name
        command.text = "\(cid) " + String(repeating: "x", count: chance.number(0...120))
        command.cid = cid
        command.text += mention(in: name, using: &chance)
        if chance.percent(25) {
            command.poll.options = Array(["tea", "coffee", "cake"].prefix(chance.number(2...3)))
            command.poll.multiple = chance.percent(50)
        }
        if chance.percent(40) { command.replyTo = chance.pick(messages)?.seq ?? 1 }
        return .roomSend(command)
    }

    /// Something in one of the user's conversations, always the same few: only long ones have
    /// votes, pins and quotes that can go wrong. A user without any looks for company.
    func conversing(
        of user: String, cid: String, at now: Moment, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        if let room = chance.pick(invited(user)), chance.percent(80) {
            return .groupJoin(.with { ($0.room, $0.cid) = (room, cid) })
        }
        let groups = groups(of: user).filter { companies[$0]?.members.count ?? 0 > 1 }
        guard let name = chance.pick(groups.prefix(2) + friends(of: user).prefix(1)) else {
            return whim(of: user, cid: cid, at: now, using: &chance)
        }
        let messages = companies[name]?.messages ?? rooms[Pair(user, name)] ?? []
        switch chance.below(20) {
        case ..<7: return saying(to: name, messages, cid, &chance)
        case ..<13:
            return companies[name] == nil
                ? change(of: user, name, cid, &chance)
                : change(inGroup: name, of: user, cid, &chance)
        case 13, 14: return .roomPins(.with { $0.with = name })
        case 15, 16:
            let members = friends(of: user).filter { _ in chance.percent(50) }
            return .groupAdd(.with { ($0.room, $0.members, $0.cid) = (name, members, cid) })
        case 17 where chance.percent(70):
            return .groupLeave(.with { ($0.room, $0.cid) = (name, cid) })
        default: return .reading(with: name, messages.last?.seq ?? 0, &chance)
        }
    }
}

extension ClientMessage.OneOf_Command {
    /// Reads a page of a room, or some of its messages.
    ///
    /// - Parameter newest: the seq of its newest message; 0: it has none.
    static func reading(with name: String, _ newest: UInt32, _ chance: inout Chance) -> Self {
        guard chance.percent(40) else { return .roomHistory(with: name, &chance) }
        return .roomRead(with: name, upTo: newest)
    }

    /// Reads the newest messages of a room, as many as one command may name.
    ///
    /// - Parameter newest: the seq of its newest message; 0: it has none.
    static func roomRead(with name: String, upTo newest: UInt32) -> Self {
        let newest = max(newest, 1)
        return .roomRead(
            .with {
                $0.with = name
                $0.seqs = Array((newest - min(newest - 1, 49))...newest)
            })
    }
}
