/// Whose handshake is under way, and who waits for a turn: networks take turns, and within one who
/// came first is served first.
///
/// A handshake costs a thousand times what a message does, and 30 KB while it lasts; a crowd that
/// begins many and ends none must not keep everybody else out. So one network has a share of the
/// places, and never all of them.
struct HandshakeQueue {
    private struct Active {
        let index: UInt32
        let network: UInt64
        let sinceMilliseconds: Int64
    }

    private let activeMax: Int
    private let shareMax: Int
    /// The oldest first.
    private var active: [Active] = []
    private var activeCounts: [UInt64: Int] = [:]
    /// Those who wait, by network, in the order in which they came; no line is empty.
    private var lines: [UInt64: [ConnectionID]] = [:]
    /// The networks of those who wait, in the order of their turns.
    private var turns: [UInt64] = []

    /// - Parameter shareMax: most handshakes of one network at once.
    init(activeMax: Int, shareMax: Int) {
        self.activeMax = max(1, activeMax)
        self.shareMax = max(1, shareMax)
    }

    /// Whether one of this network may begin without overtaking anybody.
    func mayBegin(_ network: UInt64) -> Bool {
        hasRoom && hasShare(network) && nextTurn == nil
    }

    mutating func begin(_ index: UInt32, of network: UInt64, nowMilliseconds: Int64) {
        active.append(
            Active(index: index, network: network, sinceMilliseconds: nowMilliseconds))
        activeCounts[network, default: 0] += 1
    }

    mutating func end(_ index: UInt32) {
        guard let place = active.firstIndex(where: { $0.index == index }) else { return }
        let network = active.remove(at: place).network
        let count = activeCounts[network] ?? 0
        activeCounts[network] = count > 1 ? count - 1 : nil
    }

    mutating func wait(_ connection: ConnectionID, of network: UInt64) {
        if lines[network] == nil { turns.append(network) }
        lines[network, default: []].append(connection)
    }

    /// One of those who wait has left.
    mutating func leave(_ connection: ConnectionID, of network: UInt64) {
        lines[network]?.removeAll { $0 == connection }
        guard lines[network]?.isEmpty == true else { return }
        lines[network] = nil
        turns.removeAll { $0 == network }
    }

    /// The next who may begin, and waits no more; nil when nobody may.
    mutating func takeNext() -> ConnectionID? {
        guard let place = nextTurn else { return nil }
        let network = turns.remove(at: place)
        let next = lines[network]?.removeFirst()
        if lines[network]?.isEmpty == true { lines[network] = nil } else { turns.append(network) }
        return next
    }

    /// When the handshake of `index` began.
    func since(_ index: UInt32) -> Int64? {
        active.first { $0.index == index }?.sinceMilliseconds
    }

    /// Whether the end of this handshake would let somebody in who waits.
    func isInTheWay(_ index: UInt32) -> Bool {
        guard let own = active.first(where: { $0.index == index }) else { return false }
        return lines[own.network] != nil || (!hasRoom && turns.contains(where: hasShare))
    }

    /// The oldest whose end would let one of this network in, if it began at `milliseconds` or
    /// before.
    func oldest(inTheWayOf network: UInt64, since milliseconds: Int64) -> UInt32? {
        let first =
            hasShare(network) ? active.first : active.first { $0.network == network }
        guard let first, first.sinceMilliseconds <= milliseconds else { return nil }
        return first.index
    }

    private var hasRoom: Bool { active.count < activeMax }

    private func hasShare(_ network: UInt64) -> Bool {
        activeCounts[network, default: 0] < shareMax
    }

    /// Looks past networks that have their share: of those there are few.
    private var nextTurn: Int? { hasRoom ? turns.firstIndex(where: hasShare) : nil }
}
