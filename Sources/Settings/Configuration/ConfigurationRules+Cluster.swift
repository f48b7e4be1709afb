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
        let redis = cluster.redis
        let port = redis.lastIndex(of: ":").flatMap { Int(redis[redis.index(after: $0)...]) }
        if !redis.isEmpty, !redis.hasPrefix("/"), !(1...65_535).contains(port ?? 0) {
            problems.append(
                ("cluster.redis", "expected HOST:PORT or the path of a socket, got \(redis)"))
        }
        return problems
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
