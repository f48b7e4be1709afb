package import Kernel

/// Whether a user is connected to a node, and visible to friends.
package enum Attending: Int, Sendable {
    case gone = 0
    /// Connected, but hidden from friends.
    case hidden = 1
    /// Connected, and visible to friends.
    case shown = 2
}

/// The users who are connected to other nodes, as these report on the bus: each change, and once a
/// second how many users there are and a checksum of them. From the checksum a node sees that it
/// has missed a change, and asks for the whole list.
///
/// The reports are soft state: a node that has been silent for some seconds counts as having no
/// users.
struct NodePresence: Sendable {
    /// How long a node may be silent.
    static let silenceMax = Duration.seconds(5)

    /// A user who is connected to other nodes, or was lately.
    struct Person: Sendable {
        let username: String
        var nodes: [Int: Attending] = [:]

        var isShown: Bool { nodes.values.contains(.shown) }
    }

    private struct Node: Sendable {
        var heardAt: Duration
        var sum = PresenceSum()
        /// The parts of a roll that have arrived, while others are missing.
        var roll: [RollEntry] = []
        var partCount = 0
    }

    private(set) var people: [User.ID: Person] = [:]
    private(set) var names: [String: User.ID] = [:]
    private var nodes: [Int: Node] = [:]
    /// Since when the bus is up; nil while it is down.
    var upSince: Duration?

    /// Whether all nodes have had the time to report their users.
    func isSure(at now: Duration) -> Bool { upSince.map { now - $0 >= .seconds(3) } ?? false }

    /// A node reports how many users it has.
    ///
    /// - Returns: whether to ask it for the list of them.
    mutating func hear(_ sum: PresenceSum, from node: Int, at now: Duration) -> Bool {
        nodes[node, default: Node(heardAt: now)].heardAt = now
        return nodes[node]?.sum != sum
    }

    /// A user's connection to a node has changed.
    mutating func set(_ entry: RollEntry, at node: Int, now: Duration) {
        let (user, username, state) = (entry.user, entry.username, entry.state)
        if nodes[node] == nil { nodes[node] = Node(heardAt: now) }
        let old = people[user]?.nodes[node] ?? .gone
        nodes[node]?.sum.change(user, from: old, to: state)
        guard state != .gone else {
            people[user]?.nodes[node] = nil
            if people[user]?.nodes.isEmpty == true {
                people[user] = nil
                names[username] = nil
            }
            return
        }
        people[user, default: Person(username: username)].nodes[node] = state
        names[username] = user
    }

    /// A part of the list of all users of a node.
    ///
    /// - Returns: the whole list, with the last part.
    mutating func take(
        _ entries: [RollEntry], part: Int, of count: Int, from node: Int, at now: Duration
    ) -> [RollEntry]? {
        var known = nodes[node] ?? Node(heardAt: now)
        if part == 0 { (known.roll, known.partCount) = ([], 0) }
        guard part == known.partCount else { return nil }
        known.roll += entries
        known.partCount += 1
        let roll = known.roll
        let isWhole = known.partCount == count
        if isWhole { known.roll = [] }
        nodes[node] = known
        return isWhole ? roll : nil
    }

    /// The users who are known to be connected to a node.
    func people(at node: Int) -> [(user: User.ID, username: String)] {
        people.filter { $0.value.nodes[node] != nil }.map { ($0.key, $0.value.username) }
            .sorted { $0.user < $1.user }
    }

    /// The nodes that a user is known to be connected to.
    func nodes(of username: String) -> [Int] {
        names[username].flatMap { people[$0]?.nodes.keys.sorted() } ?? []
    }

    /// The nodes that have been silent for too long.
    func silent(at now: Duration) -> [Int] {
        guard let upSince, now - upSince >= Self.silenceMax else { return [] }
        return nodes.filter { now - $0.value.heardAt >= Self.silenceMax }.keys.sorted()
    }

    /// Forgets a node that is gone and has no users any more.
    mutating func forget(_ node: Int) { nodes[node] = nil }
}

/// An entry in the list of all users of a node.
package struct RollEntry: Equatable, Sendable {
    package let user: User.ID
    package let username: String
    package let state: Attending

    package init(user: User.ID, username: String, state: Attending) {
        (self.user, self.username, self.state) = (user, username, state)
    }
}

/// How many users are connected to a node, and a checksum of them.
package struct PresenceSum: Equatable, Sendable {
    package private(set) var count = 0
    package private(set) var hash: UInt64 = 0

    package init(count: Int = 0, hash: UInt64 = 0) { (self.count, self.hash) = (count, hash) }

    /// - Source: the finalizer of SplitMix64, which spreads neighbouring ids.
    private static func mix(_ user: User.ID, _ state: Attending) -> UInt64 {
        guard state != .gone else { return 0 }
        var word = UInt64(bitPattern: user.rawValue) &* 4 &+ UInt64(state.rawValue)
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func change(_ user: User.ID, from old: Attending, to new: Attending) {
        count += (new == .gone ? 0 : 1) - (old == .gone ? 0 : 1)
        hash ^= Self.mix(user, old) ^ Self.mix(user, new)
    }
}

/// The users who stopped being friends lately. A hint between nodes is under way for milliseconds,
/// and a node that has not read of the end yet goes on sending hints for a quarter of a second.
/// None of them may be delivered.
struct NodePartings: Sendable {
    private struct Pair: Hashable {
        let user: User.ID
        let about: User.ID
    }

    /// How long hints may be on their way.
    static let patience = Duration.seconds(10)

    private var ended: [Pair: Duration] = [:]
    /// When the oldest of them may be forgotten.
    private var due: Duration?

    /// No hint about `about` that is under way reaches `user` any more.
    mutating func note(_ user: User.ID, _ about: User.ID, at now: Duration) {
        if let due, due <= now {
            ended = ended.filter { $0.value + Self.patience > now }
            self.due = nil
        }
        ended[Pair(user: user, about: about)] = now
        due = due ?? now + Self.patience
    }

    /// Whether the two stopped being friends lately.
    func has(_ user: User.ID, _ about: User.ID, at now: Duration) -> Bool {
        ended[Pair(user: user, about: about)].map { $0 + Self.patience > now } ?? false
    }
}
