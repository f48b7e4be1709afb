import Kernel
import Promises
import SwiftProtobuf
import Wire

extension Rules {
    /// A random command about plans: mostly about one that the user sees.
    func planning(
        of user: String, _ friend: String, _ cid: String, at now: Moment,
        using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let seen = planList(of: user).plans
        let number = (chance.percent(95) ? chance.pick(seen)?.plan : nil) ?? plans.keys.min() ?? 1
        switch chance.below(seen.isEmpty ? 4 : 22) {
        case ..<4: return .planMake(making(of: user, with: friend, cid, at: now, &chance))
        case ..<12:
            let answer = chance.pick([PlanAnswer.coming, .coming, .later, .notComing]) ?? .coming
            return .planReply(
                .with {
                    ($0.plan, $0.answer, $0.cid) = (number, answer, cid)
                    if chance.percent(30) { $0.minutes = UInt32(chance.number(0...240)) }
                })
        case ..<15: return .planChange(changing(number, cid, at: now, &chance))
        case ..<17:
            return .planKeep(
                .with { ($0.plan, $0.on, $0.cid) = (number, chance.percent(80), cid) })
        case 17: return .planRead(.with { $0.plan = number })
        case ..<21: return parting(of: user, number, cid, &chance) ?? .planList(PlanList())
        default: return .planList(PlanList())
        }
    }

    /// A guest is kept from another guest of the plan.
    private func parting(
        of user: String, _ number: UInt32, _ cid: String, _ chance: inout Chance
    ) -> ClientMessage.OneOf_Command? {
        guard let plan = plans[number], let other = chance.pick(guests(of: number, but: user))
        else { return nil }
        guard chance.percent(70), friends(of: user).contains(other) else {
            return .userBlock(other, cid)
        }
        return .audienceSelect(
            .with {
                ($0.activity, $0.friend) = (plan.activity, other)
                ($0.selected, $0.cid) = (false, cid)
            })
    }

    private func making(
        of user: String, with friend: String, _ cid: String, at now: Moment, _ chance: inout Chance
    ) -> PlanMake {
        var command = PlanMake()
        let shared = chance.percent(90) ? chance.pick(matched(by: user)) : nil
        command.activity = shared ?? chance.pick(lifetimes.keys.sorted()) ?? ""
        (command.note, command.cid) = ("note \(cid)", cid)
        if chance.percent(30) { command.with = [friend] }
        if chance.percent(30) { command.roomFor = UInt32(chance.number(1...2)) }
        if chance.percent(30) { command.at = later(than: now, &chance).timestamp }
        if chance.percent(20) { (command.point.lat, command.point.lon) = (48.2, 16.3) }
        return command
    }

    private func changing(
        _ number: UInt32, _ cid: String, at now: Moment, _ chance: inout Chance
    ) -> PlanChange {
        var command = PlanChange()
        (command.plan, command.cid) = (number, cid)
        if chance.percent(60) { command.place = "place \(cid)" }
        if chance.percent(30) { command.at = later(than: now, &chance).timestamp }
        if chance.percent(20) { command.noPoint = true }
        return command
    }

    private func later(than now: Moment, _ chance: inout Chance) -> Moment {
        now.advanced(by: .seconds(chance.number(-60...5_400)))
    }
}
