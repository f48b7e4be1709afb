/// Which session of a device is its own: on one node the newest; among nodes that which was claimed
/// last, once this is known where another is.
struct Tenures {
    private struct Claim {
        let node: Int
        /// The number of commits after which every hub can know of it.
        let count: Int
    }

    /// The newest of a device on each node.
    private var newest: [String: [Int: UInt32]] = [:]
    private var claims: [String: [Claim]] = [:]

    /// A session was opened.
    mutating func opened(_ link: Link) {
        newest[link.tenant, default: [:]][link.daemon.index] = link.number
        // What was claimed there before, was for another session.
        claims[link.tenant]?.removeAll { $0.node == link.daemon.index }
    }

    /// A device was claimed for the session that it has at a node.
    mutating func claimed(_ tenant: String, at node: Int, by count: Int) {
        claims[tenant, default: []].append(Claim(node: node, count: count))
    }

    /// A node has ended, and with it all of its sessions.
    mutating func end(at node: Int) {
        for tenant in newest.keys {
            newest[tenant]?[node] = nil
            claims[tenant]?.removeAll { $0.node == node }
        }
    }

    /// Whether a session ought to have been closed for another by now.
    ///
    /// - Parameter count: how many commits its node knows of.
    func isOver(_ link: Link, knowing count: Int) -> Bool {
        guard newest[link.tenant]?[link.daemon.index] == link.number else { return true }
        let claims = claims[link.tenant] ?? []
        guard let own = claims.last(where: { $0.node == link.daemon.index }) else { return false }
        return claims.contains { claim in
            claim.node != link.daemon.index && claim.count > own.count && claim.count <= count
        }
    }
}

extension Link {
    /// Whose session it is, as claims name it.
    fileprivate var tenant: String { "\(device.user) \(device.name)" }
}
