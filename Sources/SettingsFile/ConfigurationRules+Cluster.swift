import Settings

extension ConfigurationRules {
    /// The rules about other nodes.
    var clusterProblems: [Problem] {
        let cluster = settings.cluster
        var problems: [Problem] = []
        if !cluster.node.utf8.allSatisfy(Self.isOfName) {
            problems.append(
                ("cluster.node", "expected letters, digits and hyphens, got \(cluster.node)"))
        }
        if !cluster.channel.utf8.allSatisfy(Self.isOfName) {
            problems.append(
                (
                    "cluster.channel",
                    "expected letters, digits and hyphens, got \(cluster.channel)"
                ))
        }
        if cluster.isOn, settings.data.postgresql.isEmpty {
            problems.append(
                ("data.postgresql", "missing: cluster.node is set, and nodes share a database"))
        }
        if !cluster.redis.isEmpty, !cluster.isOn {
            problems.append(("cluster.node", "missing: cluster.redis is for several nodes"))
        }
        return problems + redisProblems
    }

    private var redisProblems: [Problem] {
        let redis = settings.cluster.redis
        var problems: [Problem] = []
        if !redis.isEmpty, !redis.hasPrefix("/"), !Self.isHostAndPort(redis) {
            problems.append(
                (
                    "cluster.redis",
                    "expected HOST:PORT, rediss://HOST:PORT or the path of a socket, got \(redis)"
                ))
        }
        if !settings.cluster.redisAuthorities.isEmpty, !redis.hasPrefix(Self.encrypted) {
            problems.append(
                (
                    "cluster.redisAuthorities",
                    "of no use: cluster.redis does not begin with \(Self.encrypted)"
                ))
        }
        return problems
    }

    private static let encrypted = "rediss://"

    private static func isHostAndPort(_ redis: String) -> Bool {
        let place = redis.hasPrefix(encrypted) ? redis.dropFirst(encrypted.count) : redis[...]
        guard let colon = place.lastIndex(of: ":"), colon > place.startIndex,
            let port = Int(place[place.index(after: colon)...])
        else { return false }
        return (1...65_535).contains(port) && !place.contains("/")
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
