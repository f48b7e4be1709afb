extension ConfigurationKeys {
    /// Several nodes on one database.
    static let clusterKeys = [
        ConfigurationKey(
            "cluster.node", nil, .text(\.cluster.node, in: 0...40),
            "This node's name, if several nodes serve one PostgreSQL database at once; each has a"
                + " name of its own. Empty: no other node."),
        ConfigurationKey(
            "cluster.redis", nil, .text(\.cluster.redis, in: 0...512),
            "Redis server that carries hints between nodes, as HOST:PORT or the path of its"
                + " socket; empty: none, and what happens on another node arrives up to two"
                + " seconds later."),
        ConfigurationKey(
            "cluster.redisSecret", nil, .text(\.cluster.redisSecret, in: 0...1_024),
            "File with the password of the Redis server in its first line; empty: it has none."),
        ConfigurationKey(
            "cluster.channel", nil, .text(\.cluster.channel, in: 1...64),
            "What the names of the Redis channels begin with: the same on all nodes of a"
                + " database."),
    ]
}
