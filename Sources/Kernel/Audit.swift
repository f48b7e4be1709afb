/// A rule that all data keep, whatever was done to them. Copies are checked against it.
public struct Audit: Sendable {
    /// The rule: "the places in an inbox have no gap".
    public let rule: String
    /// How often it is broken; 0 in data that are sound.
    public let breaches: Query<Int64>

    /// - Parameter breaches: returns one number.
    public init(_ rule: String, breaches: SQL) {
        self.rule = rule
        self.breaches = .number(breaches)
    }
}

/// A count of stored things, for a report of what a copy holds.
public struct Tally: Sendable {
    /// What is counted: "users".
    public let name: String
    /// How many.
    public let count: Query<Int64>

    /// - Parameter count: returns one number.
    public init(_ name: String, count: SQL) {
        self.name = name
        self.count = .number(count)
    }
}

extension Query where Row == Int64 {
    fileprivate static func number(_ sql: SQL) -> Self {
        Query(sql) { columns throws(StoreError) in try columns.integer() }
    }
}

extension Inbox {
    /// The rules that every inbox keeps.
    static let audits = [
        Audit(
            "the places in an inbox have no gap",
            breaches: """
                SELECT count(*) FROM (
                    SELECT 1 FROM inbox GROUP BY user_id
                    HAVING count(*) <> max(seq) - min(seq) + 1) AS gap
                """),
        Audit(
            "the later of two events in an inbox has the larger id",
            breaches: """
                SELECT count(*) FROM (
                    SELECT event_id, lag(event_id) OVER (PARTITION BY user_id ORDER BY seq) AS last
                    FROM inbox) AS place
                WHERE event_id <= last
                """),
        Audit(
            "an inbox has events that are there",
            breaches: """
                SELECT count(*) FROM inbox
                WHERE NOT EXISTS (SELECT 1 FROM event WHERE event.id = inbox.event_id)
                """),
    ]

    /// When the newest event happened.
    public static let newestMoment = Query<Moment>(
        "SELECT at_ms FROM event ORDER BY id DESC LIMIT 1"
    ) { columns throws(StoreError) in try columns.moment() }
}
