import EventLoop

/// Waiting work, taken in turns by the network that it comes from.
///
/// With a single queue, a client with 64 addresses takes every place, and no other user logs in.
/// Here the next turn goes to the group of networks (an IPv4 address, or an IPv6 network of 48
/// bits) that has had the fewest turns lately, and within it to the network of 64 bits that has. So
/// a client's first request does not queue behind the requests of persistent clients, however many
/// those are. Networks from which a user has signed in have three turns of four.
///
/// Each turn scans all entries: there are few, and a turn takes 20 ms.
struct FairQueue<Element> {
    private struct Entry {
        let element: Element
        let network: UInt64
        let group: UInt64
        let isKnown: Bool
        let isFirm: Bool
    }

    /// How many entries wait of each group, and of each network in it.
    private struct Tally {
        var groups: [UInt64: (count: Int, networks: [UInt64: Int])] = [:]

        mutating func add(_ entry: borrowing Entry, _ number: Int) {
            groups[entry.group, default: (0, [:])].count += number
            groups[entry.group]?.networks[entry.network, default: 0] += number
            if groups[entry.group]?.networks[entry.network] == 0 {
                groups[entry.group]?.networks[entry.network] = nil
            }
            if groups[entry.group]?.count == 0 { groups[entry.group] = nil }
        }
    }

    /// Every so many turns, the counts of past turns are halved, which bounds what is remembered.
    private static var memory: Int { 1_024 }
    /// Turns of four that prefer known networks.
    private static var knownTurns: Int { 3 }

    /// Most that may wait.
    var most: Int
    /// In order of arrival.
    private var entries: [Entry] = []
    /// The waiting entries that may be refused: of known networks, and of others.
    private var (known, unknown) = (Tally(), Tally())
    /// How many turns a group, or a network, has had lately.
    private var groupTurns: [UInt64: Int] = [:]
    private var networkTurns: [UInt64: Int] = [:]
    private var turn = 0

    init(most: Int) { self.most = most }

    var count: Int { entries.count }

    /// Adds an entry.
    ///
    /// If there are then too many, the newest entry of the network with the most is refused, within
    /// the group with the most. Entries of known networks are refused only if no others wait.
    ///
    /// - Parameters:
    ///   - network: the `networkKey` of its address.
    ///   - isKnown: whether a user has signed in from that network.
    ///   - isFirm: whether it is never refused.
    /// - Returns: the refused entry; nil when none is.
    mutating func append(
        _ element: Element, from network: UInt64, isKnown: Bool, isFirm: Bool = false
    ) -> Element? {
        let group = SocketAddress.wideNetworkKey(of: network)
        entries.append(
            Entry(
                element: element, network: network, group: group, isKnown: isKnown, isFirm: isFirm))
        tally(at: entries.count - 1, 1)
        return !isFirm && entries.count > most ? refuse() : nil
    }

    /// Removes and returns the entry with the next turn.
    mutating func takeFirst() -> Element? {
        turn += 1
        if turn.isMultiple(of: Self.memory) { forget() }
        let favoursKnown = turn % 4 < Self.knownTurns
        let place =
            next { $0.isKnown == favoursKnown } ?? next { $0.isKnown != favoursKnown }
        guard let place else { return nil }
        let entry = entries[place]
        groupTurns[entry.group, default: 0] += 1
        networkTurns[entry.network, default: 0] += 1
        return remove(at: place)
    }

    private func next(where isMeant: (Entry) -> Bool) -> Int? {
        entries.indices.filter { isMeant(entries[$0]) }.min { left, right in
            turns(of: entries[left]) < turns(of: entries[right])
        }
    }

    private func turns(of entry: Entry) -> (Int, Int) {
        (groupTurns[entry.group] ?? 0, networkTurns[entry.network] ?? 0)
    }

    /// - Complexity: one look at each waiting network, of which an attack has few, and no copy of
    ///   the entries: a turn of the loop may refuse hundreds.
    private mutating func refuse() -> Element? {
        let goesUnknown = !unknown.groups.isEmpty
        let tally = goesUnknown ? unknown : known
        let most = tally.groups.values.lazy.map(\.count).max()
        func mayGo(_ place: Int) -> Bool {
            !entries[place].isFirm && entries[place].isKnown != goesUnknown
        }
        // Of several with as many, the one of the newest.
        let newest = entries.indices.last {
            mayGo($0) && tally.groups[entries[$0].group]?.count == most
        }
        guard let newest, let networks = tally.groups[entries[newest].group]?.networks else {
            return nil
        }
        let mostOfNetwork = networks.values.max()
        return entries.indices.last {
            mayGo($0) && networks[entries[$0].network] == mostOfNetwork
        }.map { remove(at: $0) }
    }

    private mutating func remove(at place: Int) -> Element {
        tally(at: place, -1)
        return entries.remove(at: place).element
    }

    private mutating func tally(at place: Int, _ number: Int) {
        guard !entries[place].isFirm else { return }
        if entries[place].isKnown {
            known.add(entries[place], number)
        } else {
            unknown.add(entries[place], number)
        }
    }

    /// Halves the counts of past turns.
    private mutating func forget() {
        groupTurns = groupTurns.compactMapValues { $0 > 1 ? $0 / 2 : nil }
        networkTurns = networkTurns.compactMapValues { $0 > 1 ? $0 / 2 : nil }
    }
}
