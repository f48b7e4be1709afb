package import Wire

/// How the world of one person stands behind some event: as the inbox told it, one event after the
/// other, or as a snapshot says.
package struct Situation: Equatable, Sendable {
    package let person: Int
    package private(set) var friends: Set<Int> = []
    package private(set) var blocked: Set<Int> = []
    package private(set) var toggles: Set<String> = []
    /// Matches that have begun and not ended.
    package private(set) var matches: Set<Statement.Tie> = []
    /// The newest message of each room, by the other side.
    package private(set) var newest: [Int: UInt32] = [:]
    package private(set) var badges: [Int: Badge] = [:]

    /// Nobody and nothing.
    package init(person: Int) {
        self.person = person
    }

    /// Behind the last of some events, the first of which is 1.
    package init(person: Int, behind events: some Sequence<InboxEntry>) {
        self.init(person: person)
        for event in events { take(event) }
    }

    /// As a snapshot says.
    package init(person: Int, _ snapshot: SessionSnapshot, _ roster: Roster) {
        self.init(person: person)
        friends = Set(snapshot.friends.friends.compactMap { roster.number($0.user.username) })
        blocked = Set(snapshot.blocks.users.compactMap { roster.number($0.username) })
        toggles = Set(snapshot.activities.activities.filter(\.on).map(\.activity))
        matches = Set(
            snapshot.matches.matches.compactMap { entry in
                roster.number(entry.with.username).map { .init(entry.activity, with: $0) }
            })
        for room in snapshot.rooms.rooms {
            guard let other = roster.number(room.with) else { continue }
            if room.newest.seq > 0 { newest[other] = room.newest.seq }
            badges[other] = Badge(room.mark, roster)
        }
    }

    package mutating func take(_ entry: InboxEntry) {
        switch entry {
        case .befriended(let friend): friends.insert(friend)
        // The end of a friendship ends its matches without a word.
        case .parted(let friend):
            friends.remove(friend)
            matches = matches.filter { $0.with != friend }
        case .blocked(let other): blocked.insert(other)
        case .unblocked(let other): blocked.remove(other)
        case .toggled(let activity, true, _): toggles.insert(activity)
        case .toggled(let activity, false, _): toggles.remove(activity)
        case .match(let activity, let friend): matches.insert(.init(activity, with: friend))
        case .matchEnded(let activity, let friend): matches.remove(.init(activity, with: friend))
        case .message(let saying): newest[saying.room.friend(of: person)] = saying.seq
        case .badge(let badge): badges[badge.room.friend(of: person)] = badge
        case .requested, .partners, .team, .waits, .group, .words, .blank, .other: break
        }
    }
}
