import Promises
import SwiftProtobuf
import Wire

extension Rules {
    /// Something about roles and documents that comes to the mind of somebody at a gathering.
    func organising(
        of user: String, cid: String, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let other = chance.pick(users) ?? user
        guard let number = chance.pick(teamView.places.gatherings), chance.percent(55) else {
            return .teamDocumentList(.with { $0.username = chance.percent(90) ? other : "" })
        }
        switch chance.below(20) {
        case ..<9: return .gatheringGrant(at: number, to: other, cid, &chance)
        case 9, 10:
            return .gatheringLeave(
                .with {
                    ($0.number, $0.cid) = (number, cid)
                    $0.username = chance.percent(70) ? other : ""
                })
        case 11:
            return .gatheringUpdate(.with { ($0.number, $0.text, $0.cid) = (number, cid, cid) })
        case ..<16:
            let isOpen = chance.percent(75)
            return .teamProfileSet(.with { ($0.openToCompanies, $0.cid) = (isOpen, cid) })
        default: return .gatheringPeople(.with { $0.number = number })
        }
    }

    /// A document that somebody puts, or takes away: mostly of a profile of their own.
    func filing(of user: String, by token: String, using chance: inout Chance) -> Filing {
        let whose = chance.percent(95) ? user : chance.pick(users) ?? user
        let texts = [
            "%PDF-1.7\n%\(user)\n%%EOF\n", "%PDF-2.0\n%%EOF\n", "I am \(user)\n", "Hello\n",
        ]
        let text = chance.percent(75) ? chance.pick(texts) : nil
        return Filing(
            user: user, token: token, number: teamView.number(of: whose) ?? 1,
            kind: chance.percent(60) ? .resume : .transcript, content: text.map { Array($0.utf8) })
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func gatheringGrant(
        at number: UInt32, to user: String, _ cid: String, _ chance: inout Chance
    ) -> Self {
        let roles: [GatheringRole] = [.company, .company, .coordinator, .attendee, .planner]
        let role = chance.pick(roles) ?? .attendee
        // Now and then a client with a bug: a company without a name, or a name without a company.
        let isNamed = (role == .company) != chance.percent(3)
        let company = chance.percent(50) ? cid : "Harbour Works"
        return .gatheringGrant(
            .with {
                ($0.number, $0.username, $0.role, $0.cid) = (number, user, role, cid)
                $0.company = isNamed ? company : ""
            })
    }
}
