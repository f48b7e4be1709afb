/// The handshakes under way, and the connections that wait for a turn. Sites take turns, and within
/// a site its networks; the connections of a network are served in order of arrival.
///
/// A handshake costs a thousand times as much as a message, and 30 KB while it lasts. A crowd that
/// begins many and completes none must not keep all others out. So one network has a share of the
/// places, and an IPv6 network of 48 bits two such shares, whatever networks are in it. A proxy may
/// have all places, because many clients may be behind it.
struct HandshakeQueue {
    private struct Active {
        let index: UInt32
        let party: HandshakeParty
        let sinceMilliseconds: Int64
    }

    /// The parties that share one turn: the networks of a site, or its proxies.
    private struct Group: Hashable {
        let site: UInt64
        let isProxy: Bool

        init(of party: HandshakeParty) { (site, isProxy) = (party.site, party.isProxy) }
    }

    private let activeMax: Int
    private let shareMax: Int
    /// Oldest first.
    private var active: [Active] = []
    private var activeCounts: [HandshakeParty: Int] = [:]
    /// The handshakes of each site, without its proxies.
    private var siteCounts: [UInt64: Int] = [:]
    /// The waiting connections of each network, in order of arrival; no line is empty.
    private var lines: [HandshakeParty: [ConnectionID]] = [:]
    /// The number of shares of a site.
    private static let sharesOfSite = 2
    /// The networks with waiting connections, by group, in the order of their turns; none is empty.
    private var networks: [Group: [HandshakeParty]] = [:]
    /// The groups with waiting connections, in the order of their turns.
    private var turns: [Group] = []

    /// - Parameter shareMax: the most handshakes of one network at once.
    init(activeMax: Int, shareMax: Int) {
        self.activeMax = max(1, activeMax)
        self.shareMax = max(1, shareMax)
    }

    /// Whether a connection of this network may begin without overtaking a waiting one.
    func mayBegin(_ party: HandshakeParty) -> Bool {
        hasRoom && hasShare(party) && nextTurn == nil
    }

    mutating func begin(_ index: UInt32, of party: HandshakeParty, nowMilliseconds: Int64) {
        active.append(
            Active(index: index, party: party, sinceMilliseconds: nowMilliseconds))
        activeCounts[party, default: 0] += 1
        if !party.isProxy { siteCounts[party.site, default: 0] += 1 }
    }

    mutating func end(_ index: UInt32) {
        guard let place = active.firstIndex(where: { $0.index == index }) else { return }
        let party = active.remove(at: place).party
        let count = activeCounts[party] ?? 0
        activeCounts[party] = count > 1 ? count - 1 : nil
        guard !party.isProxy else { return }
        let siteCount = siteCounts[party.site] ?? 0
        siteCounts[party.site] = siteCount > 1 ? siteCount - 1 : nil
    }

    mutating func wait(_ connection: ConnectionID, of party: HandshakeParty) {
        if lines[party] == nil {
            let group = Group(of: party)
            if networks[group] == nil { turns.append(group) }
            networks[group, default: []].append(party)
        }
        lines[party, default: []].append(connection)
    }

    /// A waiting connection has left.
    mutating func leave(_ connection: ConnectionID, of party: HandshakeParty) {
        lines[party]?.removeAll { $0 == connection }
        guard lines[party]?.isEmpty == true else { return }
        lines[party] = nil
        let group = Group(of: party)
        networks[group]?.removeAll { $0 == party }
        guard networks[group]?.isEmpty == true else { return }
        networks[group] = nil
        turns.removeAll { $0 == group }
    }

    /// Takes out the next connection that may begin; nil when none may.
    mutating func takeNext() -> ConnectionID? {
        guard let (turn, place) = nextTurn else { return nil }
        // The other networks of the group have their turn with it.
        let group = turns.remove(at: turn)
        guard let party = networks[group]?.remove(at: place) else { return nil }
        let next = lines[party]?.removeFirst()
        if lines[party]?.isEmpty == true {
            lines[party] = nil
        } else {
            networks[group]?.append(party)
        }
        if networks[group]?.isEmpty == true { networks[group] = nil } else { turns.append(group) }
        return next
    }

    /// When the handshake of `index` began.
    func since(_ index: UInt32) -> Int64? {
        active.first { $0.index == index }?.sinceMilliseconds
    }

    /// Whether the end of this handshake would let a waiting connection begin.
    func isInTheWay(_ index: UInt32) -> Bool {
        guard let own = active.first(where: { $0.index == index }) else { return false }
        return turns.contains { group in
            guard hasShare(group, without: own.party) else { return false }
            return networks[group]?.contains { party in
                !(hasRoom && hasShare(party)) && hasShare(party, without: own.party)
            } ?? false
        }
    }

    /// The oldest handshake whose end would let a connection of this network begin, if it began at
    /// `milliseconds` or before.
    func oldest(inTheWayOf party: HandshakeParty, since milliseconds: Int64) -> UInt32? {
        let first = active.first { hasShare(party, without: $0.party) }
        guard let first, first.sinceMilliseconds <= milliseconds else { return nil }
        return first.index
    }

    private var hasRoom: Bool { active.count < activeMax }

    private func hasShare(_ party: HandshakeParty) -> Bool {
        hasShare(party, without: nil)
    }

    /// - Parameter ended: a party whose count is taken as if one handshake had ended.
    private func hasShare(_ party: HandshakeParty, without ended: HandshakeParty?) -> Bool {
        guard !party.isProxy else { return true }
        let own = activeCounts[party, default: 0] - (ended == party ? 1 : 0)
        return own < shareMax && hasShare(Group(of: party), without: ended)
    }

    private func hasShare(_ group: Group, without ended: HandshakeParty? = nil) -> Bool {
        guard !group.isProxy else { return true }
        let isOfSite = ended?.isProxy == false && ended?.site == group.site
        let all = siteCounts[group.site, default: 0] - (isOfSite ? 1 : 0)
        return all < shareMax * Self.sharesOfSite
    }

    /// The next group, and the network in it.
    ///
    /// - Complexity: that of the handshakes under way, however many connections wait: a group
    ///   without a free share is skipped as a whole, and in any other at most one network has used
    ///   its own.
    private var nextTurn: (turn: Int, place: Int)? {
        guard hasRoom else { return nil }
        for (turn, group) in turns.enumerated() where hasShare(group) {
            let place = networks[group]?.firstIndex { hasShare($0) }
            if let place { return (turn, place) }
        }
        return nil
    }
}

/// A network or a proxy, as one party to the sharing of handshakes.
struct HandshakeParty: Hashable {
    /// See `SocketAddress.networkKey`.
    let network: UInt64
    /// Whether clients are behind it: then it may have all the places, but still only its turn.
    var isProxy = false

    /// The site that `network` is a part of.
    var site: UInt64 { SocketAddress.wideNetworkKey(of: network) }
}

/// A peer before the end of its TLS handshake, unknown to the handler.
struct Newcomer {
    let peer: SocketAddress
    /// Whether clients are behind it.
    let isProxy: Bool
    let credentials: TLSCredentials
    /// Whether a peer that does not begin with TLS is accepted as well.
    let isPlainAllowed: Bool

    /// The party for which its handshake counts.
    var party: HandshakeParty { HandshakeParty(network: peer.networkKey, isProxy: isProxy) }
}
