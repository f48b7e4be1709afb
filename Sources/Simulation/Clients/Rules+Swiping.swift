import Kernel
import Promises
import SwiftProtobuf
import Wire

extension Rules {
    /// Something that comes to the mind of somebody at a gathering.
    ///
    /// - Parameter now: what the daemon's clock shows.
    func swiping(
        of user: String, cid: String, at now: Moment, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let (gatherings, projects) = teamView.places
        guard let gathering = chance.pick(gatherings) else { return .gatheringCreate(cid, at: now) }
        let number = chance.percent(95) ? chance.pick(projects) : UInt32(chance.number(1...9))
        switch chance.below(20) {
        case 0 where gatherings.count < 2: return .gatheringCreate(cid, at: now)
        case 0, 1: return .gatheringRead(.with { $0.number = gathering })
        case 2, 3: return .gatheringJoin(.with { ($0.number, $0.cid) = (gathering, cid) })
        case 4 where projects.count < 4: return .projectCreate(at: gathering, cid, &chance)
        case 4, 5: return .deckRead(.with { $0.gathering = gathering })
        case 6: return .swipeList(SwipeList())
        default: break
        }
        guard let number else { return .projectCreate(at: gathering, cid, &chance) }
        switch chance.below(20) {
        case 0: return .projectRead(.with { $0.number = number })
        case 1, 2: return .projectLeave(.with { ($0.number, $0.cid) = (number, cid) })
        default: break
        }
        let isForProject = teamView.swipes(user, for: number) || chance.percent(5)
        return .swipeSet(
            .with {
                $0.project = number
                $0.username = isForProject ? chance.pick(users) ?? "" : ""
                $0.approve = chance.percent(85)
            })
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func gatheringCreate(_ cid: String, at now: Moment) -> Self {
        .gatheringCreate(
            .with {
                ($0.title, $0.cid) = (cid, cid)
                $0.starts = now.timestamp
                $0.ends = now.advanced(by: .seconds(20 * 86_400)).timestamp
            })
    }

    fileprivate static func projectCreate(
        at gathering: UInt32, _ cid: String, _ chance: inout Chance
    ) -> Self {
        .projectCreate(
            .with {
                ($0.gathering, $0.title, $0.cid) = (gathering, cid, cid)
                $0.capacity = UInt32(chance.number(1...3))
            })
    }
}
