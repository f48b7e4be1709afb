import Kernel
import Storage

/// What nodes tell one another by the data.
extension PostgreSQLConnection {
    func tell(_ signals: [Signal]) throws(StoreError) {
        guard let node else { return }
        for words in signals.compactMap(\.words) {
            try change(
                """
                INSERT INTO node_signal (xid, node, at_ms, body)
                VALUES (pg_current_xact_id()::text::bigint, \(Int64(node.number)),
                    (extract(epoch FROM now()) * 1000)::bigint, \(words))
                """)
        }
    }

    func hasNeighbours() throws(StoreError) -> Bool {
        guard let node else { return false }
        let others = Query(
            """
            SELECT count(*) FROM node_lease
            WHERE name LIKE 'alive/%' AND node <> \(Int64(node.number)) AND until > now()
            """
        ) { columns throws(StoreError) in try columns.integer() }
        return try first(others) ?? 0 > 0
    }

    func news(since horizon: Int64) throws(StoreError) -> NodeNews? {
        guard case .reader(let number?) = role else { return nil }
        var (entries, end): ([NodeNews.Entry], Int64) = ([], 0)
        try run(
            """
            SELECT now.horizon, s.id, s.xid, s.node,
                (extract(epoch FROM now()) * 1000)::bigint - s.at_ms, s.body
            FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon) now
            LEFT JOIN node_signal s ON s.xid >= \(horizon)
            ORDER BY s.id
            """
        ) { columns throws(StoreError) in
            end = try columns.integer()
            guard let id = try columns.optionalInteger() else { return }
            let transaction = try columns.integer()
            let isOwn = try columns.integer() == Int64(number)
            let age = Duration.milliseconds(max(0, try columns.integer()))
            // Of a newer version.
            guard let signal = Signal(words: try columns.text()) else { return }
            entries.append(
                NodeNews.Entry(
                    id: id, transaction: transaction, isOwn: isOwn, age: age, signal: signal))
        }
        return NodeNews(entries: entries, horizon: end)
    }
}
