import Kernel
import SwiftProtobuf
import Wire

extension Rules {
    /// An invitation of a friend to a group.
    package struct Invitation: Equatable {
        enum State { case open, held, declined }

        var state: State
        /// Whether its sender sees it.
        var isListed = true
        let at: Moment
    }

    /// The invitations that a user sees, by room.
    func invitations(of user: String) -> [GroupInvitation] {
        invitations.keys.sorted().compactMap { room in
            first(in: room, to: user).map { shown($0.key, $0.value, room) }
        }
    }

    /// The first of several invitations to one group.
    private func first(in room: String, to user: String) -> (key: Way, value: Invitation)? {
        (invitations[room] ?? [:]).filter { $0.key.to == user && $0.value.state == .open }.min {
            ($0.value.at, place($0.key.from)) < ($1.value.at, place($1.key.from))
        }
    }

    private func shown(_ way: Way, _ invitation: Invitation, _ room: String) -> GroupInvitation {
        var shown = GroupInvitation()
        (shown.room, shown.name) = (room, companies[room]?.group.name ?? "")
        shown.by = profile(of: way.from)
        shown.at = invitation.at.timestamp
        return shown
    }

    /// Whether the invitation in an event is still open.
    func isOpen(_ told: GroupInvitation, to user: String) -> Bool {
        let way = Way(from: told.by.username, to: user)
        guard let invitation = invitations[told.room]?[way] else { return false }
        let at = Moment(unixMilliseconds: told.at.unixMilliseconds)
        return invitation.state == .open && at >= invitation.at
    }

    /// Accounts are numbered in this order.
    private func place(_ user: String) -> Int { users.firstIndex(of: user) ?? 0 }

    package func isInvited(_ user: String, to room: String) -> Bool {
        (invitations[room] ?? [:]).contains { $0.key.to == user && $0.value.state == .open }
    }

    /// The groups to which a user is invited.
    package func invited(_ user: String) -> [String] {
        invitations.keys.filter { isInvited(user, to: $0) }.sorted()
    }

    mutating func invite(
        _ users: [String], to room: String, by user: String, at now: Moment
    ) -> Events {
        var told: [String] = []
        for other in users where companies[room]?.members.contains(other) == false {
            let way = Way(from: user, to: other)
            let old = invitations[room]?[way]
            let state: Invitation.State =
                switch old?.state {
                case .open?: .open
                case .declined?: .declined
                case .held?, nil: privacy(of: other).invitations ? .open : .held
                }
            if state == .open, !isInvited(other, to: room) { told.append(other) }
            let at = old?.isListed == true ? old?.at : now
            invitations[room, default: [:]][way] = Invitation(state: state, at: at ?? now)
        }
        var invitation = GroupInvitation()
        (invitation.room, invitation.name) = (room, companies[room]?.group.name ?? "")
        invitation.by = profile(of: user)
        invitation.at = now.timestamp
        return told.map { ($0, .groupInvited(invitation)) }
    }

    /// nil: there is nothing to take back.
    mutating func withdraw(_ other: String, _ room: String, by user: String) -> Events? {
        let way = Way(from: user, to: other)
        guard let found = invitations[room]?[way], found.isListed else { return nil }
        invitations[room]?[way]?.isListed = false
        guard found.state != .declined else { return [] }
        invitations[room]?[way]?.state = .held
        return news(of: [way: found], in: room)
    }

    /// nil: there is nothing to decline.
    mutating func decline(_ room: String, by user: String) -> Events? {
        guard isInvited(user, to: room) else { return nil }
        for (way, invitation) in invitations[room] ?? [:]
        where way.to == user && invitation.state == .open {
            invitations[room]?[way]?.state = .declined
        }
        return [(user, Self.closed(room))]
    }

    mutating func endInvitations(to room: String, by user: String) -> Events {
        end((invitations[room] ?? [:]).keys.filter { $0.from == user }, to: room)
    }

    mutating func endInvitations(between one: String, _ other: String) -> Events {
        let ways = [Way(from: one, to: other), Way(from: other, to: one)]
        return invitations.keys.sorted().flatMap { end(ways, to: $0) }
    }

    private mutating func end(_ ways: [Way], to room: String) -> Events {
        let ended = (invitations[room] ?? [:]).filter { ways.contains($0.key) }
        for way in ways { invitations[room]?[way] = nil }
        return news(of: ended, in: room)
    }

    /// A user whose visible invitation has ended receives its end, or the next invitation.
    private func news(of ended: [Way: Invitation], in room: String) -> Events {
        ended.sorted { $0.key < $1.key }.compactMap { way, invitation in
            guard invitation.state == .open else { return nil }
            guard let next = first(in: room, to: way.to) else {
                return (way.to, Self.closed(room))
            }
            let isFirst =
                (invitation.at, place(way.from)) < (next.value.at, place(next.key.from))
            return isFirst
                ? (way.to, .groupInvited(shown(next.key, next.value, room))) : nil
        }
    }

    private static func closed(_ room: String) -> Body {
        .groupInvitationClosed(.with { $0.room = room })
    }
}

// Whose messages a member reads.
extension Rules {
    /// Whether a member sees the messages of another one in a group of both.
    func reads(_ message: RoomMessage, _ user: String) -> Bool {
        !blocks.contains(Way(from: user, to: message.from))
    }

    /// Hides the group messages in an inbox that its owner may not read any more.
    mutating func hideMessages(from user: String) {
        for index in (inboxes[user] ?? []).indices {
            let message: RoomMessage
            switch inboxes[user]?[index].body {
            case .roomMessage(let said)?: message = said
            case .roomMessageChanged(let changed)?: message = changed.message
            default: continue
            }
            guard message.room.hasPrefix("#") else { continue }
            let since = company(message.room, of: user).map { $0.since[user] ?? 0 }
            let isReadable = since.map { message.seq > $0 } ?? false
            let isHidden = !isReadable || !reads(message, user)
            inboxes[user]?[index].hide(isHidden)
        }
    }
}
