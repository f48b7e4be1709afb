import Accounts
import Kernel
import SwiftProtobuf
import Wire

extension PartnersFeature {
    /// What both partners are told. Who is away is notified of what the other did.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(
            \.partnerMatched, people: \.partnership.peopleNamed,
            notify: { matched in
                let maker = matched.partnership.first
                return News(
                    "partner", from: maker.user, "\(maker.firstName) is your language partner now")
            },
            stillHolds: { (matched, user, snapshot) throws(Refusal) in
                let (partnership, maker) = (matched.partnership, matched.partnership.first.username)
                return try Self.concerns(partnership, by: maker, user, in: snapshot) != nil
                    ? matched : nil
            })
        catalog.replay(\.partnerMatched) { user, snapshot in
            { (matched) throws(Refusal) in
                try Self.own(matched.partnership, of: user, in: snapshot) != nil
            }
        }
        catalog.event(\.partnerEnded) { [$0.username] }
        meetupEvent(\.meetupOffered, "meetup_offered", in: &catalog) { name, meetup in
            "\(name) proposes to meet: \(meetup)"
        }
        meetupEvent(\.meetupAccepted, "meetup_accepted", in: &catalog) { name, meetup in
            "\(name) comes: \(meetup)"
        }
        meetupEvent(\.meetupCleared, "meetup_cleared", in: &catalog) { name, _ in
            "\(name) has taken the meetup away"
        }
        catalog.event(\.meetupExpired, people: \.partnership.peopleNamed)
        for event: Catalog.EventPath<MeetupChanged> in [
            \.meetupOffered, \.meetupAccepted, \.meetupCleared, \.meetupExpired,
        ] {
            catalog.replay(event) { user, snapshot in
                { (changed) throws(Refusal) in
                    try Self.isReadable(changed, by: user, in: snapshot)
                }
            }
        }
    }

    /// Whether a user may read again what an event says of a meetup: while the two are partners,
    /// and the place of no meetup but the one that they have.
    private static func isReadable(
        _ changed: MeetupChanged, by user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let stored = try own(changed.partnership, of: user, in: snapshot) else {
            return false
        }
        let place = changed.partnership.place
        return place.isEmpty || place.isSame(as: stored.meetup.place)
    }

    /// A partnership of a user's, as it is stored.
    private static func own(
        _ partnership: Partnership, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> StoredPartnership? {
        let stored = try snapshot.first(.partnership(number: partnership.number))
        return stored?.side(of: user) == nil ? nil : stored
    }

    private func meetupEvent(
        _ event: Catalog.EventPath<MeetupChanged>, _ kind: String, in catalog: inout Catalog,
        _ text: @escaping @Sendable (_ name: String, _ meetup: String) -> String
    ) {
        catalog.event(
            event, people: \.partnership.peopleNamed,
            notify: { changed in
                let (partnership, actor) = (changed.partnership, changed.actor)
                return News(kind, from: actor.user, text(actor.firstName, partnership.meetup))
            },
            stillHolds: { (changed, user, snapshot) throws(Refusal) in
                let stored = try Self.concerns(
                    changed.partnership, by: changed.by, user, in: snapshot)
                return stored?.meetup.seen(at: snapshot.now).version == changed.partnership.version
                    ? changed : nil
            })
    }

    /// A partnership as it is stored, for the one of the two who did not do it.
    private static func concerns(
        _ partnership: Partnership, by actor: String, _ user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> StoredPartnership? {
        guard let stored = try own(partnership, of: user, in: snapshot),
            let account = try snapshot.first(.account(of: user)), account.username != actor
        else { return nil }
        return stored
    }
}

extension MeetupChanged {
    /// Who did it.
    fileprivate var actor: Speaker {
        by == partnership.second.username ? partnership.second : partnership.first
    }
}

extension Partnership {
    fileprivate var peopleNamed: [String] { [first.username, second.username] }

    /// "Café, 2027-05-20 18:30 UTC".
    fileprivate var meetup: String {
        let time = hasAt ? WordupTime.text(at)?.prefix(16) : nil
        return News.cut(place) + (time.map { ", \($0) UTC" } ?? "")
    }
}

extension Speaker {
    /// As notifications show a user.
    fileprivate var user: UserProfile {
        var user = UserProfile()
        (user.username, user.avatar) = (username, avatar)
        user.displayName = "\(firstName) \(lastName)"
        return user
    }
}
