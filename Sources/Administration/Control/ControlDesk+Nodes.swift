package import Kernel
import Wire

/// Orders about the nodes of a cluster: any of them answers, by the data.
extension ControlDesk {
    /// Lists them; none when this one is alone.
    ///
    /// - Parameter own: this one's number; nil: it is alone.
    package static func nodes(of own: Int?, in store: any Store) -> Deed {
        { body, done in
            answer(done) { () throws(Refusal) in
                _ = try AdminNodesRead(adminBody: body)
                var nodes = AdminNodes()
                if let own {
                    nodes.nodes = try store.snapshot { (snapshot) throws(Refusal) in
                        try snapshot.all(.nodes(seenBy: own))
                    }
                }
                return try AdminReply(nodes, count: nodes.nodes.count)
            }
        }
    }

    /// What nodes are called, by their numbers.
    static func nodeNames(in store: any Store) throws(Refusal) -> [Int: String] {
        let names = Query("SELECT number, name FROM node") { columns throws(StoreError) in
            (Int(try columns.integer()), try columns.text())
        }
        let rows = try store.snapshot { (snapshot) throws(Refusal) in try snapshot.all(names) }
        return Dictionary(rows) { $1 }
    }
}

extension Query where Row == AdminNode {
    /// All that ever were, by name, and what each has said of itself last.
    fileprivate static func nodes(seenBy own: Int) -> Self {
        Query(
            """
            SELECT n.number, n.name, CASE WHEN l.until > now() THEN 1::bigint ELSE 0::bigint END,
                coalesce(r.version, ''), r.since_ms, coalesce(r.connections, 0),
                coalesce(r.sessions, 0),
                CASE WHEN c.node = n.number AND c.until > now() THEN 1::bigint ELSE 0::bigint END
            FROM node n LEFT JOIN node_lease l ON l.name = 'alive/' || n.number
            LEFT JOIN node_report r ON r.number = n.number
            LEFT JOIN node_lease c ON c.name = 'chores'
            ORDER BY n.name
            """
        ) { columns throws(StoreError) in
            var node = AdminNode()
            let number = try columns.integer()
            node.number = Int32(clamping: number)
            node.name = try columns.text()
            let isAlive = try columns.integer() == 1
            node.state = isAlive ? "alive" : "gone"
            node.version = try columns.text()
            let since = try columns.optionalInteger().map(Moment.init(unixMilliseconds:))
            let (connections, sessions) = (try columns.integer(), try columns.integer())
            node.chores = try columns.integer() == 1
            node.own = number == Int64(own)
            guard isAlive else { return node }
            if let since { node.since = since.timestamp }
            node.connections = Int32(clamping: connections)
            node.sessions = Int32(clamping: sessions)
            return node
        }
    }
}
