package import Kernel

/// Whether somebody is connected to a node, and may be known to be.
package enum Attending: Int, Sendable {
    case gone = 0
    /// Connected; friends are not told.
    case hidden = 1
    /// Connected, and friends may know.
    case shown = 2
}

/// Who is connected to other nodes, as these say on the bus: each change, and once a second how
/// many there are and a checksum of them. Who has missed a change sees that and asks for all.
///
/// It is soft: a node that has not been heard of for some seconds has nobody.
struct NodePresence: Sendable {
    /// How long a node may say nothing.
    static let silenceMax = Duration.seconds(5)

    /// Somebody who is connected to other nodes, or was lately.
    struct Person: Sendable {
        let username: String
        var nodes: [Int: Attending] = [:]

        var isShown: Bool { nodes.values.contains(.shown) }
    }

    private struct Node: Sendable {
        var heardAt: Duration
        var sum = PresenceSum()
        /// The parts of a roll that have come, while not all have.
        var roll: [RollEntry] = []
        var partCount = 0
    }

    private(set) var people: [User.ID: Person] = [:]
    private(set) var names: [String: User.ID] = [:]
    private var nodes: [Int: Node] = [:]
    /// Since when the bus is there; nil while it is not.
    var upSince: Duration?

    /// Whether all nodes have had the time to say who is there.
    func isSure(at now: Duration) -> Bool { upSince.map { now - $0 >= .seconds(3) } ?? false }

    /// A node says how many it has.
    ///
    /// - Returns: whether it has to be asked who they are.
    mutating func hear(_ sum: PresenceSum, from node: Int, at now: Duration) -> Bool {
        nodes[node, default: Node(heardAt: now)].heardAt = now
        return nodes[node]?.sum != sum
    }

    /// Somebody is connected to a node in another way than before.
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

    /// A part of all who are connected to a node.
    ///
    /// - Returns: all of them, with the last part.
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

    /// Those who are known to be connected to a node.
    func people(at node: Int) -> [(user: User.ID, username: String)] {
        people.filter { $0.value.nodes[node] != nil }.map { ($0.key, $0.value.username) }
            .sorted { $0.user < $1.user }
    }

    /// To which nodes somebody is known to be connected.
    func nodes(of username: String) -> [Int] {
        names[username].flatMap { people[$0]?.nodes.keys.sorted() } ?? []
    }

    /// The nodes that have not been heard of for too long.
    func silent(at now: Duration) -> [Int] {
        guard let upSince, now - upSince >= Self.silenceMax else { return [] }
        return nodes.filter { now - $0.value.heardAt >= Self.silenceMax }.keys.sorted()
    }

    /// A node has nobody, and is none.
    mutating func forget(_ node: Int) { nodes[node] = nil }
}

/// Somebody in a list of all who are connected to a node.
package struct RollEntry: Equatable, Sendable {
    package let user: User.ID
    package let username: String
    package let state: Attending

    package init(user: User.ID, username: String, state: Attending) {
        (self.user, self.username, self.state) = (user, username, state)
    }
}

/// How many are connected to a node, and a checksum of who they are.
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

/// Who has ceased to be friends lately. A hint between nodes is on its way for milliseconds, and a
/// node that has not looked yet sends them for a quarter of a second: none is told after the end.
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

    /// Nothing that is on its way about one reaches the other.
    mutating func note(_ user: User.ID, _ about: User.ID, at now: Duration) {
        if let due, due <= now {
            ended = ended.filter { $0.value + Self.patience > now }
            self.due = nil
        }
        ended[Pair(user: user, about: about)] = now
        due = due ?? now + Self.patience
    }

    /// Whether the two have ceased to be friends lately.
    func has(_ user: User.ID, _ about: User.ID, at now: Duration) -> Bool {
        ended[Pair(user: user, about: about)].map { $0 + Self.patience > now } ?? false
    }
}
