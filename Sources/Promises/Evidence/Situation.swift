package import Wire

/// The state of one person's world behind some event: as the inbox reported it, event by event, or
/// as a snapshot has it.
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

    /// An empty world.
    package init(person: Int) {
        self.person = person
    }

    /// The state behind the last of some events, the first of which is 1.
    package init(person: Int, behind events: some Sequence<InboxEntry>) {
        self.init(person: person)
        for event in events { take(event) }
    }

    /// The state in a snapshot.
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
        // The end of a friendship ends its matches without an event.
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
        case .said, .plan, .requested, .partners, .team, .waits, .group, .words, .blank, .other:
            break
        }
    }
}

/// Friendships over time, according to the inbox.
struct Friendships: Sendable {
    /// By friend: the events behind which a friendship began or ended, oldest first.
    private var changes: [Int: [(position: UInt32, isFriend: Bool)]] = [:]
    /// When they began, by the server's clock and by the event of the friendship.
    private var beginnings: [UInt32: Int64] = [:]

    init(_ statement: Statement) {
        for (index, entry) in statement.inbox.enumerated() {
            let position = UInt32(clamping: index + 1)
            switch entry {
            case .befriended(let friend): changes[friend, default: []].append((position, true))
            case .parted(let friend): changes[friend, default: []].append((position, false))
            default: break
            }
        }
        for device in statement.devices {
            beginnings.merge(device.beginnings) { one, _ in one }
        }
    }

    /// Whether a person was a friend behind that event.
    func include(_ whose: Int, at position: UInt32) -> Bool {
        changes[whose]?.last { $0.position <= position }?.isFriend ?? false
    }

    /// Whether a person became a friend later than that event; and not later than that moment of
    /// the server's clock.
    func begin(with whose: Int, after position: UInt32, by time: Int64 = .max) -> Bool {
        changes[whose]?.contains {
            $0.position > position && $0.isFriend && beginnings[$0.position] ?? 0 <= time
        } ?? false
    }
}

/// The names of people, who are known by numbers: 0, 1, 2 ….
package struct Roster: Sendable {
    private let crowd: String
    private let names: [String]

    /// - Parameter crowd: a few letters that begin all names.
    package init(crowd: String) {
        self.crowd = crowd
        names = []
    }

    /// - Parameter names: the names of all people.
    package init(names: [String]) {
        crowd = ""
        self.names = names
    }

    package func name(_ number: Int) -> String {
        names.indices.contains(number) ? names[number] : "\(crowd)_\(number)"
    }

    /// The person with a name; nil for a stranger's name.
    package func number(_ name: String) -> Int? {
        guard names.isEmpty else { return names.firstIndex(of: name) }
        guard name.hasPrefix(crowd), name.dropFirst(crowd.count).first == "_",
            let number = Int(name.dropFirst(crowd.count + 1)), number >= 0
        else { return nil }
        return number
    }

    /// The two people whose room has that key.
    package func pair(_ room: String) -> PersonPair? {
        let names = room.split(separator: ":", omittingEmptySubsequences: false)
        guard names.count == 2, let one = number(String(names[0])),
            let other = number(String(names[1])), one != other
        else { return nil }
        return PersonPair(one, other)
    }
}

/// Two people, in either order.
package struct PersonPair: Hashable, Sendable {
    package let low: Int
    package let high: Int

    package init(_ one: Int, _ other: Int) {
        (low, high) = one < other ? (one, other) : (other, one)
    }

    package func contains(_ person: Int) -> Bool { person == low || person == high }

    /// The other of the two.
    package func friend(of person: Int) -> Int { person == low ? high : low }
}
