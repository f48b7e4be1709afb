import Client
import Promises
import SwiftProtobuf
import Wire

extension Player {
    /// Makes the group of this person's four, invites the friend for good, and makes a code for the
    /// other two; returns whether it was made.
    func foundGroup() async -> Bool {
        guard setting.neighbourhood.fickleFriend(of: person) != nil else { return true }
        let friend = setting.roster.name(person ^ 1)
        let founded = try? await client.call(
            .groupCreate(
                .with { ($0.name, $0.members, $0.cid) = ("four of \(name)", [friend], "group") }))
        guard case .group(let group)? = founded else { return false }
        let opened = try? await client.call(
            .groupInvite(.with { ($0.room, $0.on, $0.cid) = (group.room, true, "code") }))
        guard case .groupPage(let page)? = opened else { return false }
        setting.commons.found(Commons.Group(room: group.room, code: page.code), of: person)
        return true
    }

    /// Accepts the invitation to the group of the four; returns whether that is done, if there is
    /// one.
    func enterGroup() async -> Bool {
        guard let group = setting.commons.group(of: person) else { return true }
        let entered = try? await client.call(
            .groupJoin(.with { ($0.room, $0.cid) = (group.room, "enter") }))
        return entered != nil
    }

    /// Says something in the group of the four; joins it or leaves it, but for the two whose group
    /// it is: what they were told of it is what everybody else has to be told.
    func mingle(_ dice: inout Dice) async {
        guard let group = setting.commons.group(of: person) else { return }
        let cid = "c\(makeNumber())"
        switch dice.roll(1...100) {
        case ...15 where person % 4 > 1:
            await say(.groupLeave(.with { ($0.room, $0.cid) = (group.room, cid) }))
        case ...50 where person % 4 > 1:
            await say(.groupJoin(.with { ($0.code, $0.cid) = (group.code, cid) }))
        default:
            let number = makeNumber()
            let message = RoomSend.with {
                ($0.to, $0.cid) = (group.room, GroupSending.cid(number))
                $0.text = Saying.text(number, characters: setting.characters)
            }
            await say(.roomSend(message))
            // As who has lost the answer does.
            if dice.happens(percent: 10) { await say(.roomSend(message)) }
        }
    }
}
