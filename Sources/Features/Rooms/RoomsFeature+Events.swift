import Accounts
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
        catalog.event(\.roomBadge) { RoomMessage.people(ofRoom: $0.mark.room) }
        catalog.event(\.roomMessageChanged, people: \.message.peopleNamed)
        catalog.event(
            \.groupChanged,
            people: { $0.joined.map(\.username) + $0.left + [$0.by, $0.group.owner] },
            notify: { changed in
                var adder = UserProfile()
                (adder.username, adder.displayName) = (changed.by, changed.group.name)
                return News(
                    "group", from: adder, room: changed.group.room,
                    "\(changed.by) has added you to the group")
            },
            stillHolds: { (changed, user, snapshot) throws(Refusal) in
                try Self.wasAdded(user, changed, in: snapshot) ? changed : nil
            })
    }
}

extension RoomsFeature {
    /// Whether somebody else has added a user to a group, in which the user still is.
    private static func wasAdded(
        _ user: User.ID, _ changed: GroupChanged, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard !changed.group.team, let account = try snapshot.first(.account(of: user)),
            changed.by != account.username,
            changed.joined.contains(where: { $0.username == account.username }),
            let number = RoomKey.number(in: changed.group.room),
            let group = try snapshot.first(.group(number: number))
        else { return false }
        return try snapshot.first(.membership(of: user, in: group.room))?.isIn == true
    }
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
