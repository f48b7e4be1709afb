import EventLoop
package import Hub
import Kernel
package import Observability
import Settings
import Synchronization

/// How many connections there are, in all and from each network, and which of them may give way to
/// others: one count for all loops.
package final class ConnectionCensus: Sendable {
    /// The decision about a connection.
    package enum Admission: Equatable {
        /// It has a place: that of another connection, if one is named, which is to be sent away.
        case admitted(insteadOf: ConnectionKey?)
        /// The limit is reached.
        case full(LimitName, Int)

        static var admitted: Self { .admitted(insteadOf: nil) }
    }

    /// An IPv6 network of 48 bits may have so many times what one of 64 bits may.
    static let networksOfSite = 4
    /// Most that are being sent away and still take a place: more than two loops accept in a turn.
    /// Each loop has room for 64 more beyond them, to answer that there is no place.
    fileprivate static let leavingMax = 192
    /// Most that may be leaving when a new connection displaces one of its own network or site. The
    /// rest is for others.
    fileprivate static let leavingOfCircleMax = leavingMax / 2

    private let counts = Mutex(Counts())

    /// Nothing has happened yet.
    package init() {}

    /// Counts a connection, if there is a place for it. It has no session yet.
    ///
    /// - Parameters:
    ///   - network: where it comes from, see `SocketAddress.networkKey`.
    ///   - isProxy: whether the network may have any number of connections: it relays other
    ///     clients.
    func admit(
        _ key: ConnectionKey, from network: UInt64, isProxy: Bool = false,
        within settings: ClientSettings
    ) -> Admission {
        counts.withLock { counts in
            var guest: ConnectionKey?
            if !isProxy, let (circle, value) = counts.fullCircle(network, within: settings) {
                guest = counts.visitors.first(of: circle)
                guard guest != nil, counts.leaving.count < Self.leavingOfCircleMax else {
                    return .full(.connectionsPerAddress, value)
                }
            }
            if guest == nil, counts.total - counts.leaving.count >= settings.connectionsMax {
                guest = counts.visitors.first()
                guard guest != nil else { return .full(.connections, settings.connectionsMax) }
            }
            guard counts.sendAway(guest) else {
                return .full(.connections, settings.connectionsMax)
            }
            counts.total += 1
            counts.add(key, network)
            return .admitted(insteadOf: guest)
        }
    }

    /// Counts an admitted connection for another network, that of the client behind the proxy, if
    /// there is a place.
    func move(
        _ key: ConnectionKey, from proxy: UInt64, to network: UInt64,
        within settings: ClientSettings
    ) -> Admission {
        counts.withLock { counts in
            guard !counts.leaving.contains(key) else { return .admitted }
            // A connection does not give way to itself.
            let wasVisitor = counts.visitors.remove(key) != nil
            var guest: ConnectionKey?
            if let (circle, value) = counts.fullCircle(network, within: settings) {
                guest = counts.visitors.first(of: circle)
                guard guest != nil, counts.leaving.count < Self.leavingOfCircleMax,
                    counts.sendAway(guest)
                else {
                    if wasVisitor { counts.visitors.add(key, from: proxy) }
                    return .full(.connectionsPerAddress, value)
                }
            }
            counts.takeOne(from: proxy)
            counts.count(network)
            if wasVisitor { counts.visitors.add(key, from: network) }
            return .admitted(insteadOf: guest)
        }
    }

    /// The connection has a session and keeps its place, even if it was being sent away. Only so
    /// many connections of one user do, see `UserBook`.
    func settle(_ key: ConnectionKey, as user: User.ID, from network: UInt64) {
        counts.withLock { counts in
            guard counts.users.add(key, of: user) else {
                if !counts.leaving.contains(key) { counts.visitors.add(key, from: network) }
                return
            }
            if counts.leaving.remove(key) != nil {
                counts.count(network)
            } else {
                counts.visitors.remove(key)
            }
        }
    }

    /// Whether it is still to be sent away: it may have signed in meanwhile.
    func isLeaving(_ key: ConnectionKey) -> Bool {
        counts.withLock { $0.leaving.contains(key) }
    }

    /// The connection has no session any more.
    func unsettle(_ key: ConnectionKey, from network: UInt64) {
        counts.withLock { counts in
            counts.users.remove(key)
            if !counts.leaving.contains(key) { counts.visitors.add(key, from: network) }
        }
    }

    /// Selects the visitors that give way when there is no room for a new connection.
    func makeRoom(for most: Int) -> [ConnectionKey] {
        counts.withLock { counts in
            var guests: [ConnectionKey] = []
            while guests.count < most, let guest = counts.visitors.first(),
                counts.sendAway(guest)
            {
                guests.append(guest)
            }
            return guests
        }
    }

    /// An admitted connection has closed.
    func leave(_ key: ConnectionKey, from network: UInt64) {
        counts.withLock { counts in
            counts.users.remove(key)
            if counts.leaving.remove(key) != nil {
                counts.total -= 1
            } else if counts.takeOne(from: network) {
                counts.visitors.remove(key)
                counts.total -= 1
            }
        }
    }
}

private struct Counts {
    var total = 0
    var byNetwork: [UInt64: Int] = [:]
    /// Of IPv6 networks of 48 bits, by `wideNetworkKey`; of IPv4, the same once more.
    var bySite: [UInt64: Int] = [:]
    var visitors = VisitorBook()
    var users = UserBook()
    /// The connections that are being sent away; apart from this set, only the total counts them.
    var leaving: Set<ConnectionKey> = []

    mutating func add(_ key: ConnectionKey, _ network: UInt64) {
        count(network)
        visitors.add(key, from: network)
    }

    mutating func count(_ network: UInt64) {
        byNetwork[network, default: 0] += 1
        bySite[SocketAddress.wideNetworkKey(of: network), default: 0] += 1
    }

    /// - Returns: whether there was one.
    @discardableResult
    mutating func takeOne(from network: UInt64) -> Bool {
        guard byNetwork[network] != nil else { return false }
        Self.takeOne(network, &byNetwork)
        Self.takeOne(SocketAddress.wideNetworkKey(of: network), &bySite)
        return true
    }

    private static func takeOne(_ key: UInt64, _ counts: inout [UInt64: Int]) {
        let known = counts[key] ?? 0
        counts[key] = known > 1 ? known - 1 : nil
    }

    /// Where no more from a network may be, and how many there may be.
    func fullCircle(
        _ network: UInt64, within settings: ClientSettings
    ) -> (VisitorBook.Circle, Int)? {
        let most = settings.connectionsPerAddressMax
        if byNetwork[network] ?? 0 >= most { return (.network(network), most) }
        let site = SocketAddress.wideNetworkKey(of: network)
        let mostOfSite = most * ConnectionCensus.networksOfSite
        return bySite[site] ?? 0 >= mostOfSite ? (.site(site), mostOfSite) : nil
    }

    /// - Parameter guest: nil: none has to leave.
    /// - Returns: false when too many are leaving already.
    mutating func sendAway(_ guest: ConnectionKey?) -> Bool {
        guard let guest else { return true }
        guard leaving.count < ConnectionCensus.leavingMax, let network = visitors.remove(guest)
        else { return false }
        takeOne(from: network)
        leaving.insert(guest)
        return true
    }
}

/// The connections with a session: so many of a user do not give way.
///
/// One token opens any number of connections, so an account cannot keep others out either.
///
/// - Memory: some 80 bytes for each connection in it.
struct UserBook {
    /// Most of one user; each of their devices needs one or two.
    static let connectionsMax = Configuration.Limits.connectionsOfUserMax

    private var users: [ConnectionKey: User.ID] = [:]
    private var counts: [User.ID: Int] = [:]

    /// The connection has a session of a user now.
    ///
    /// - Returns: false when it is one too many.
    mutating func add(_ key: ConnectionKey, of user: User.ID) -> Bool {
        guard users[key] != user else { return true }
        remove(key)
        let count = counts[user, default: 0]
        guard count < Self.connectionsMax else { return false }
        (users[key], counts[user]) = (user, count + 1)
        return true
    }

    /// It is gone, or has no session.
    mutating func remove(_ key: ConnectionKey) {
        guard let user = users.removeValue(forKey: key) else { return }
        counts[user] = counts[user].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
