import Accounts
public import Friends
import Kernel
import Wire

extension RoomsFeature {
    /// What people are told of what is said, and of their own marks.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(
            \.roomMessage, people: \.peopleNamed,
            notify: { message in
                var sender = UserProfile()
                (sender.username, sender.displayName) = (message.from, message.displayName)
                return News(
                    "message", from: sender,
                    room: RoomKey.isGroup(message.room) ? message.room : "",
                    "\(message.displayName): \(News.cut(message.text))",
                    urgency: .high)
            },
            stillHolds: { (message, user, snapshot) throws(Refusal) in
                try Self.loudMessage(message, to: user, in: snapshot)
            })
        catalog.replay(\.roomMessage) { user, snapshot in
            var reading = MessageReading(of: user)
            return { (message) throws(Refusal) in try reading.allows(message, in: snapshot) }
        }
        catalog.event(\.roomBadge) { RoomMessage.people(ofRoom: $0.mark.room) }
        catalog.event(\.roomMessageChanged, people: \.message.peopleNamed)
        catalog.replay(\.roomMessageChanged) { user, snapshot in
            var reading = MessageReading(of: user)
            return { (changed) throws(Refusal) in
                try reading.allows(changed.message, in: snapshot)
            }
        }
        catalog.event(\.groupChanged) {
            $0.joined.map(\.username) + $0.left + [$0.by, $0.group.owner]
        }
        catalog.event(
            \.groupInvited, people: { [$0.by.username] },
            notify: { invitation in
                News(
                    "group", from: invitation.by, room: invitation.room,
                    "\(invitation.by.displayName) has invited you to \(invitation.name)")
            },
            stillHolds: { (invitation, user, snapshot) throws(Refusal) in
                try Invitations.standing(invitation, for: user, in: snapshot)
            })
        catalog.replay(\.groupInvited) { user, snapshot in
            { (invitation) throws(Refusal) in
                try Invitations.standing(invitation, for: user, in: snapshot) != nil
            }
        }
        catalog.event(\.groupInvitationClosed) { _ in [] }
    }

    /// Members' invitations end with the friendship.
    public static let friendshipChanged = Invitations.friendshipChanged
}

extension RoomMessage {
    /// The key of a room of two is the usernames of both; that of a group names nobody.
    fileprivate static func people(ofRoom key: String) -> [String] {
        RoomKey.isGroup(key) ? [] : key.split(separator: ":").map(String.init)
    }

    fileprivate var peopleNamed: [String] {
        Self.people(ofRoom: room) + [from] + reactions.flatMap(\.from)
    }
}
