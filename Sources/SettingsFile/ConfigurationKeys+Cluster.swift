import Settings

extension ConfigurationKeys {
    /// Several nodes on one database.
    static let clusterKeys = [
        ConfigurationKey(
            "cluster.node", nil, .text(\.cluster.node, in: 0...40),
            "Unique name of this node, if several nodes serve one PostgreSQL database at the same"
                + " time. Empty: one daemon serves; others may stand by."),
        ConfigurationKey(
            "cluster.redis", nil, .text(\.cluster.redis, in: 0...512),
            "Redis server that carries hints between nodes, as HOST:PORT, rediss://HOST:PORT (over"
                + " TLS) or the path of its socket. Empty: no Redis; events from other nodes arrive"
                + " up to two seconds later, and presence from other nodes is unknown."),
        ConfigurationKey(
            "cluster.redisSecret", nil, .text(\.cluster.redisSecret, in: 0...1_024),
            "File with the password of the Redis server in its first line; empty: it has none."),
        ConfigurationKey(
            "cluster.redisAuthorities", nil, .text(\.cluster.redisAuthorities, in: 0...1_024),
            "PEM file of the certificate authorities trusted for the Redis server; empty: the"
                + " system's."),
        ConfigurationKey(
            "cluster.channel", nil, .text(\.cluster.channel, in: 1...64),
            "What the names of the Redis channels begin with: the same on all nodes of a"
                + " database."),
    ]
}
