import Client
import Promises
import Wire

extension Player {
    /// Says what this person knows and learns; returns whether that was acknowledged.
    func introduce() async -> Bool {
        guard setting.neighbourhood.fickleFriend(of: person) != nil else { return true }
        return await say(Meetings.introduction(of: person, named: name))
    }

    /// Looks at the language partners, and does something about one of them or finds another.
    func meet(_ dice: inout Dice) async {
        guard case .partnerships(let list)? = try? await client.call(.partnerList(PartnerList()))
        else { return }
        let meetings = Meetings(person, list.partnerships, setting.roster)
        await say(
            meetings.next("p\(makeNumber())", at: MonotonicClock.wallMilliseconds(), &dice))
    }
}
