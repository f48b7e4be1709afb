extension Configuration {
    /// Other nodes that serve the same data.
    public struct Cluster: Equatable, Sendable {
        /// This node's name; empty: there are no others.
        public var node = ""
        /// `HOST:PORT`, `rediss://HOST:PORT` or the path of a socket; empty: no Redis.
        public var redis = ""
        /// File with the password of Redis; empty: it has none.
        public var redisSecret = ""
        /// PEM file of the authorities to trust; empty means those of the system.
        public var redisAuthorities = ""
        /// What the names of its channels begin with.
        public var channel = "upfor"

        /// Whether there are other nodes.
        public var isOn: Bool { !node.isEmpty }
    }
}
