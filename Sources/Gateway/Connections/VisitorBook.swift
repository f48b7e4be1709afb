import EventLoop
import Hub

/// The connections without a session, in order of arrival. When places run out, one of them gives
/// way to a new connection, which may be a user's.
///
/// A client that holds many connections open has to lose its own before others lose theirs. So they
/// are counted by site: an IPv4 address, or an IPv6 network of 48 bits. The first of the site with
/// the most goes first; of several such sites, the first of the site that has had as many for the
/// longest time.
///
/// - Complexity: of each call constant, taken over many of them.
/// - Memory: some 200 bytes for each connection in it.
struct VisitorBook {
    /// The connections of which one is to give way.
    enum Circle: Hashable {
        /// Those of a `networkKey`.
        case network(UInt64)
        /// Those of a wide one.
        case site(UInt64)
    }

    private struct Visitor {
        let network: UInt64
        let number: UInt64

        var site: UInt64 { SocketAddress.wideNetworkKey(of: network) }
    }

    private struct Entry {
        let key: ConnectionKey
        let number: UInt64
    }

    /// A site on one of the levels; it counts as long as the site has not changed since.
    private struct Standing {
        let site: UInt64
        let number: UInt64
    }

    private var visitors: [ConnectionKey: Visitor] = [:]
    private var lines: [Circle: Line<Entry>] = [:]
    private var sites: [UInt64: (count: Int, number: UInt64)] = [:]
    /// The sites that have so many.
    private var levels: [Int: Line<Standing>] = [:]
    private var topLevel = 0
    private var lastNumber: UInt64 = 0

    var count: Int { visitors.count }

    /// Adds a connection without a session.
    mutating func add(_ key: ConnectionKey, from network: UInt64) {
        guard visitors[key] == nil else { return }
        let visitor = Visitor(network: network, number: nextNumber())
        visitors[key] = visitor
        for circle in [Circle.network(network), .site(visitor.site)] {
            let isHere = isHere
            lines[circle, default: Line()].append(
                Entry(key: key, number: visitor.number), where: isHere)
        }
        change(visitor.site, by: 1)
    }

    /// Removes a connection that has closed, or has a session.
    ///
    /// - Returns: its network; nil when it is not in the book.
    @discardableResult
    mutating func remove(_ key: ConnectionKey) -> UInt64? {
        guard let visitor = visitors.removeValue(forKey: key) else { return nil }
        for circle in [Circle.network(visitor.network), .site(visitor.site)] {
            lines[circle]?.count -= 1
            if lines[circle]?.count == 0 { lines[circle] = nil }
        }
        change(visitor.site, by: -1)
        return visitor.network
    }

    /// The earliest connection of these; nil when there is none.
    mutating func first(of circle: Circle) -> ConnectionKey? {
        let isHere = isHere
        return lines[circle]?.first(where: isHere)?.key
    }

    /// The earliest connection of the site with the most; nil when the book is empty.
    mutating func first() -> ConnectionKey? {
        let isCurrent = isCurrent
        guard let standing = levels[topLevel]?.first(where: isCurrent) else { return nil }
        return first(of: .site(standing.site))
    }

    private var isHere: (Entry) -> Bool {
        { [visitors] in visitors[$0.key]?.number == $0.number }
    }

    private var isCurrent: (Standing) -> Bool {
        { [sites] in sites[$0.site]?.number == $0.number }
    }

    private mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    private mutating func change(_ site: UInt64, by change: Int) {
        let before = sites[site]?.count ?? 0
        let count = before + change
        let number = nextNumber()
        sites[site] = count > 0 ? (count, number) : nil
        if before > 0 {
            levels[before]?.count -= 1
            if levels[before]?.count == 0 { levels[before] = nil }
        }
        if count > 0 {
            let isCurrent = isCurrent
            levels[count, default: Line()].append(
                Standing(site: site, number: number), where: isCurrent)
        }
        // A site moves one level at a time.
        if count > topLevel || levels[topLevel] == nil { topLevel = count }
    }
}

/// A queue. Elements that have left stay in it until they come first, or are half of it.
private struct Line<Element> {
    private var elements: [Element] = []
    private var start = 0
    /// The number of elements that have not left.
    var count = 0

    mutating func append(_ element: Element, where isThere: (Element) -> Bool) {
        if elements.count > 2 * count + 16 {
            elements = elements[start...].filter(isThere)
            start = 0
        }
        elements.append(element)
        count += 1
    }

    mutating func first(where isThere: (Element) -> Bool) -> Element? {
        while start < elements.count, !isThere(elements[start]) { start += 1 }
        return start < elements.count ? elements[start] : nil
    }
}
