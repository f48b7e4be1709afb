import Promises
import SwiftProtobuf
import Wire

extension Rules {
    /// Something about a group: one's own, mostly.
    func gathering(
        of user: String, _ friend: String, _ cid: String, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let all = companies.keys.sorted()
        guard let room = chance.pick(chance.percent(90) ? groups(of: user) : all),
            chance.percent(90)
        else {
            let members =
                chance.percent(90) ? friends(of: user).filter { _ in chance.percent(60) } : [friend]
            return .groupCreate(.with { ($0.name, $0.members, $0.cid) = (cid, members, cid) })
        }
        let member = chance.pick(companies[room]?.members ?? []) ?? friend
        switch chance.below(20) {
        case ..<8: return .roomSend(with: room, cid, &chance)
        case ..<11: return .roomMark(with: room, cid, &chance)
        case ..<14: return .roomHistory(with: room, &chance)
        case 14: return .groupLeave(.with { ($0.room, $0.cid) = (room, cid) })
        case 15, 16:
            return .groupRemove(.with { ($0.room, $0.member, $0.cid) = (room, member, cid) })
        default: return .groupAdd(.with { ($0.room, $0.members, $0.cid) = (room, [friend], cid) })
        }
    }
}
