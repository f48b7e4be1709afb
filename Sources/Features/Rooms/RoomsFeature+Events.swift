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
                    "message", from: sender, "\(message.displayName): \(News.cut(message.text))",
                    urgency: .high)
            },
            stillHolds: { (message, user, snapshot) throws(Refusal) in
                try Self.loudMessage(message.seq, from: message.from, to: user, in: snapshot)
            })
        catalog.event(\.roomBadge) { RoomMessage.people(ofRoom: $0.mark.room) }
        catalog.event(\.roomMessageChanged, people: \.message.peopleNamed)
    }
}

extension RoomMessage {
    /// A room's key is the usernames of both.
    fileprivate static func people(ofRoom key: String) -> [String] {
        key.split(separator: ":").map(String.init)
    }

    fileprivate var peopleNamed: [String] {
        Self.people(ofRoom: room) + [from] + reactions.flatMap(\.from)
    }
}
