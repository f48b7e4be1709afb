import Promises
import SwiftProtobuf
import Wire

extension Rules {
    /// Something about a group: one's own, mostly.
    func gathering(
        of user: String, _ friend: String, _ cid: String, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        if let room = chance.pick(invited(user)), chance.percent(80) {
            return chance.percent(80)
                ? .groupJoin(.with { ($0.room, $0.cid) = (room, cid) })
                : .groupLeave(.with { ($0.room, $0.cid) = (room, cid) })
        }
        let all = companies.keys.sorted()
        guard let room = chance.pick(chance.percent(90) ? groups(of: user) : all),
            chance.percent(90)
        else {
            let members =
                chance.percent(90) ? friends(of: user).filter { _ in chance.percent(60) } : [friend]
            return .groupCreate(.with { ($0.name, $0.members, $0.cid) = (cid, members, cid) })
        }
        let member = chance.pick(companies[room]?.members ?? []) ?? friend
        switch chance.below(24) {
        case ..<8: return .roomSend(with: room, cid, &chance)
        case ..<11: return .roomMark(with: room, cid, &chance)
        case ..<14: return .roomHistory(with: room, &chance)
        case 14, 15: return .groupLeave(.with { ($0.room, $0.cid) = (room, cid) })
        case 16:
            return .groupRemove(.with { ($0.room, $0.member, $0.cid) = (room, member, cid) })
        case ..<21: return change(inGroup: room, of: user, cid, &chance)
        default: return .groupAdd(.with { ($0.room, $0.members, $0.cid) = (room, [friend], cid) })
        }
    }

    /// Something about a message in a group.
    private func change(
        inGroup room: String, of user: String, _ cid: String, _ chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let all = companies[room]?.messages ?? []
        let seq = { (messages: [RoomMessage], chance: inout Chance) in
            chance.pick(messages)?.seq ?? 1
        }
        switch chance.below(10) {
        case ..<6:
            return .roomEdit(seq(all.filter { $0.from == user }, &chance), with: room, cid)
        case 6: return .roomDelete(seq(all.filter { $0.from == user }, &chance), with: room, cid)
        default: return .roomReact(seq(all, &chance), with: room, cid, &chance)
        }
    }
}
