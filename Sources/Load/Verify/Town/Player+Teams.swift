import Client
import Promises
import SwiftProtobuf
import Wire

extension Player {
    /// Members of a project: friends for good, so that whoever is a stranger stays one.
    private static let capacity: UInt32 = 2

    /// Makes the gathering that this person and the friend for good attend; returns whether it was
    /// made.
    func plan() async -> Bool {
        let now = MonotonicClock.wallMilliseconds()
        let answer = try? await client.call(
            .gatheringCreate(
                .with {
                    ($0.title, $0.cid) = ("gathering", "gathering")
                    $0.starts = Google_Protobuf_Timestamp(unixMilliseconds: now)
                    $0.ends = Google_Protobuf_Timestamp(unixMilliseconds: now + 86_400_000)
                }))
        guard case .gathering(let gathering)? = answer else { return false }
        setting.commons.plan(gathering.number, of: person)
        return true
    }

    /// Attends the gathering; returns whether that was acknowledged.
    func attend() async -> Bool {
        guard let gathering = setting.commons.gathering(of: person) else { return false }
        return await say(
            .gatheringJoin(.with { ($0.number, $0.cid) = (gathering, "attend") }))
    }

    /// Makes a project, swipes, or leaves: friends for good swipe one another's projects from both
    /// sides, on all of their devices.
    func team(_ dice: inout Dice) async {
        guard let gathering = setting.commons.gathering(of: person) else { return }
        let cid = "t\(makeNumber())"
        guard case .projects(let own)? = try? await client.call(.projectList(ProjectList()))
        else { return }
        let owned = own.projects.filter { $0.role == .owner }
        switch dice.roll(1...100) {
        case ...15 where owned.count < 3, ...100 where owned.isEmpty:
            await say(
                .projectCreate(
                    .with {
                        ($0.gathering, $0.title, $0.cid) = (gathering, name, cid)
                        $0.capacity = Self.capacity
                    }))
        case ...90:
            let project = owned[dice.roll(0...owned.count - 1)]
            await swipe(project.number, of: setting.roster.name(person ^ 1), &dice)
            guard let number = await friendsProject(at: gathering, &dice) else { return }
            await swipe(number, &dice)
        default:
            guard let joined = own.projects.first(where: { $0.role != .owner }) else { return }
            await say(.projectLeave(.with { ($0.number, $0.cid) = (joined.number, cid) }))
        }
    }

    private func friendsProject(at gathering: UInt32, _ dice: inout Dice) async -> UInt32? {
        let list = ProjectList.with { $0.gathering = gathering }
        guard case .projects(let page)? = try? await client.call(.projectList(list)) else {
            return nil
        }
        let choice = page.projects.filter { $0.title != name }
        return choice.isEmpty ? nil : choice[dice.roll(0...choice.count - 1)].number
    }

    private func swipe(
        _ project: UInt32, of user: String = "", _ dice: inout Dice
    ) async {
        let approves = dice.happens(percent: 85)
        await say(
            .swipeSet(
                .with { ($0.project, $0.username, $0.approve) = (project, user, approves) }))
    }
}
