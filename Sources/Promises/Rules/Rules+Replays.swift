import SwiftProtobuf
import Wire

// Events that are not replayed: those that were taken back, and those about users whose friendship,
// room, request, invitation or partnership has ended.
extension Rules {
    /// The state that this depends on.
    struct Standing: Equatable {
        let friends: Set<Pair>
        let teammates: Set<Pair>
        let requests: [Way: Request]
        let meetups: [UInt32: UInt32]
        let invitations: [String: [Way: Invitation]]
        let mutual: Set<TeamBook.Side>
        let blocks: Set<Way>
        let said: SaidNow
        let plans: PlansNow
    }

    var standing: Standing {
        Standing(
            friends: friends, teammates: teammates, requests: requests,
            meetups: partners.bonds.mapValues(\.bond.version), invitations: invitations,
            mutual: teams.mutual, blocks: blocks, said: SaidNow(self), plans: PlansNow(self))
    }

    /// Hides events that are no longer readable, and shows those that are again, after a change.
    mutating func hideEvents(unlike before: Standing) {
        let now = standing
        guard now != before else { return }
        for user in users {
            for index in (inboxes[user] ?? []).indices {
                guard let body = inboxes[user]?[index].body else { continue }
                let said =
                    now.said.current(body, of: user) ?? now.plans.current(body, of: user)
                if let current = said, current != body {
                    inboxes[user]?[index].say(current)
                }
                guard let isReadable = isReadable(body, user) else { continue }
                inboxes[user]?[index].hide(!isReadable)
            }
        }
    }

    /// - Returns: nil: the event does not depend on that state.
    func isReadable(_ body: Body, _ user: String) -> Bool? {
        switch body {
        case .groupInvited(let told): isOpen(told, to: user)
        case .roomMessage(let message): isReadable(message, user)
        case .roomMessageChanged(let changed): isReadable(changed.message, user)
        case .roomExpiryChanged(let changed):
            isReadable(.with { $0.room = changed.expiry.room }, user)
        case .friendRequested(let asked): isReadable(asked, user)
        case .match(let match): areFriends(user, match.with.username)
        case .matchChanged(let changed): areFriends(user, changed.with)
        case .matchEnded(let end): areFriends(user, end.with)
        case .planOffered(let offered): plan(offered.plan.plan, of: user) != nil
        case .planChanged(let changed): plan(changed.plan.plan, of: user) != nil
        case .teamMatched(let matched): isReadable(matched, user)
        case .partnerMatched(let matched):
            partners.bonds[matched.partnership.number] != nil
        case .meetupOffered(let changed), .meetupAccepted(let changed),
            .meetupCleared(let changed), .meetupExpired(let changed):
            isReadable(changed.partnership)
        default: nil
        }
    }

    private func isReadable(_ message: RoomMessage, _ user: String) -> Bool? {
        guard !message.room.hasPrefix("#") else { return nil }
        guard !message.deleted else { return true }
        let names = message.room.split(separator: ":").map(String.init)
        return names.first { $0 != user }.map { mayTalk(user, $0) } ?? false
    }

    private func isReadable(_ asked: FriendRequested, _ user: String) -> Bool {
        guard !asked.message.isEmpty else { return true }
        let request = requests[Way(from: asked.from.username, to: user)]
        return request?.isDeclined == false && request?.message == asked.message
    }

    private func isReadable(_ matched: TeamMatched, _ user: String) -> Bool {
        let other = matched.user.username
        let side = TeamBook.Side(project: matched.project, user: other, isByProject: false)
        return teams.mutual.contains(side) && !isBarred(user, other)
    }

    private func isReadable(_ told: Partnership) -> Bool {
        guard let bond = partners.bonds[told.number]?.bond else { return false }
        return told.place.isEmpty || told.place == bond.place
    }
}
