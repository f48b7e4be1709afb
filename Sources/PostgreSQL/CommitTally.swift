import Kernel

/// How many commits have changed the data: stored by each of them, so that whoever comes back sees
/// whether all that he knows of are there, and no others. Whoever was not away sees it at the next.
struct CommitTally: Equatable {
    private var count: Int64 = 0

    /// None are known yet.
    init() {}

    /// What the data say; nil when they say nothing.
    init?(on connection: some StoreConnection) throws(StoreError) {
        let stored = Query<Int64>("SELECT count FROM commit_tally") { columns throws(StoreError) in
            try columns.integer()
        }
        guard let count = try connection.first(stored) else { return nil }
        self.count = count
    }

    /// Its table, with its one row.
    static let creation = """
        CREATE TABLE IF NOT EXISTS commit_tally (count BIGINT NOT NULL);
        INSERT INTO commit_tally (count) SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM commit_tally)
        """

    /// Counts the commit that it is a part of. It breaks a rule, that there is a count, when the
    /// data are at another one than this, or at none.
    var next: SQL {
        """
        WITH counted AS (
            UPDATE commit_tally SET count = CASE count WHEN \(count) THEN \(count + 1) END
            RETURNING 1)
        INSERT INTO commit_tally (count) SELECT NULL::BIGINT
        WHERE NOT EXISTS (SELECT 1 FROM counted)
        """
    }

    /// That one is committed.
    mutating func keep() { count += 1 }
}
