/// Whose handshake is under way, and who waits for a turn: networks take turns, and within one who
/// came first is served first.
///
/// A handshake costs a thousand times what a message does, and 30 KB while it lasts; a crowd that
/// begins many and ends none must not keep everybody else out. So one network has a share of the
/// places, and never all of them; but a proxy, behind which there may be many.
struct HandshakeQueue {
    private struct Active {
        let index: UInt32
        let party: HandshakeParty
        let sinceMilliseconds: Int64
    }

    private let activeMax: Int
    private let shareMax: Int
    /// The oldest first.
    private var active: [Active] = []
    private var activeCounts: [HandshakeParty: Int] = [:]
    /// Those who wait, by network, in the order in which they came; no line is empty.
    private var lines: [HandshakeParty: [ConnectionID]] = [:]
    /// The networks of those who wait, in the order of their turns.
    private var turns: [HandshakeParty] = []

    /// - Parameter shareMax: most handshakes of one network at once.
    init(activeMax: Int, shareMax: Int) {
        self.activeMax = max(1, activeMax)
        self.shareMax = max(1, shareMax)
    }

    /// Whether one of this network may begin without overtaking anybody.
    func mayBegin(_ party: HandshakeParty) -> Bool {
        hasRoom && hasShare(party) && nextTurn == nil
    }

    mutating func begin(_ index: UInt32, of party: HandshakeParty, nowMilliseconds: Int64) {
        active.append(
            Active(index: index, party: party, sinceMilliseconds: nowMilliseconds))
        activeCounts[party, default: 0] += 1
    }

    mutating func end(_ index: UInt32) {
        guard let place = active.firstIndex(where: { $0.index == index }) else { return }
        let party = active.remove(at: place).party
        let count = activeCounts[party] ?? 0
        activeCounts[party] = count > 1 ? count - 1 : nil
    }

    mutating func wait(_ connection: ConnectionID, of party: HandshakeParty) {
        if lines[party] == nil { turns.append(party) }
        lines[party, default: []].append(connection)
    }

    /// One of those who wait has left.
    mutating func leave(_ connection: ConnectionID, of party: HandshakeParty) {
        lines[party]?.removeAll { $0 == connection }
        guard lines[party]?.isEmpty == true else { return }
        lines[party] = nil
        turns.removeAll { $0 == party }
    }

    /// The next who may begin, and waits no more; nil when nobody may.
    mutating func takeNext() -> ConnectionID? {
        guard let place = nextTurn else { return nil }
        let party = turns.remove(at: place)
        let next = lines[party]?.removeFirst()
        if lines[party]?.isEmpty == true { lines[party] = nil } else { turns.append(party) }
        return next
    }

    /// When the handshake of `index` began.
    func since(_ index: UInt32) -> Int64? {
        active.first { $0.index == index }?.sinceMilliseconds
    }

    /// Whether the end of this handshake would let somebody in who waits.
    func isInTheWay(_ index: UInt32) -> Bool {
        guard let own = active.first(where: { $0.index == index }) else { return false }
        return lines[own.party] != nil || (!hasRoom && turns.contains(where: hasShare))
    }

    /// The oldest whose end would let one of this network in, if it began at `milliseconds` or
    /// before.
    func oldest(inTheWayOf party: HandshakeParty, since milliseconds: Int64) -> UInt32? {
        let first =
            hasShare(party) ? active.first : active.first { $0.party == party }
        guard let first, first.sinceMilliseconds <= milliseconds else { return nil }
        return first.index
    }

    private var hasRoom: Bool { active.count < activeMax }

    private func hasShare(_ party: HandshakeParty) -> Bool {
        party.isProxy || activeCounts[party, default: 0] < shareMax
    }

    /// Looks past networks that have their share: of those there are few.
    private var nextTurn: Int? { hasRoom ? turns.firstIndex(where: hasShare) : nil }
}
