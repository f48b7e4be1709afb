import GRDBSQLite

/// Writes a population into the data of a server that does not run.
///
/// The server has created the schema itself, and one account, whose password all accounts get.
struct PopulationData: Sendable {
    private static let partCount = 100
    /// Far enough: nothing expires while it is measured.
    private static let lifetimeMilliseconds: Int64 = 86_400_000

    let population: Population
    /// The username of the account that is there.
    let model: String
    /// The server's clock, in milliseconds since 1970.
    let now: Int64

    /// Writes everything.
    func write(to file: borrowing SQLiteFile, _ progress: Progress) throws(LoadFailure) {
        try file.run("BEGIN")
        try writeAccounts(to: file, progress)
        try writeFriendships(to: file, progress)
        try writeActivities(to: file, progress)
        try file.run("COMMIT")
        progress.begin("analysing")
        // The journal is the server's own matter: it chooses its mode when it opens the file.
        try file.run("PRAGMA optimize")
    }

    private func writeAccounts(
        to file: borrowing SQLiteFile, _ progress: Progress
    ) throws(LoadFailure) {
        try inParts(population.size, "accounts", progress) { part throws(LoadFailure) in
            try file.run(
                """
                WITH RECURSIVE n(i) AS (
                    SELECT \(part.lowerBound) UNION ALL SELECT i + 1 FROM n
                    WHERE i < \(part.upperBound - 1))
                INSERT INTO account
                    (id, username, email, address, display_name, password_hash, created_ms)
                SELECT 1 + i, 'u_' || i, 'u_' || i || '@load.invalid',
                    'u_' || i || '@load.invalid', 'u_' || i,
                    (SELECT password_hash FROM account WHERE username = '\(model)'), \(now)
                FROM n
                """)
        }
    }

    /// In the order of the table's key; the other index is made afterwards, which takes a
    /// fraction of the time.
    private func writeFriendships(
        to file: borrowing SQLiteFile, _ progress: Progress
    ) throws(LoadFailure) {
        let index = try file.text(
            "SELECT sql FROM sqlite_master WHERE name = 'bond_high'")
        guard let index else { throw LoadFailure("the server's schema has changed") }
        try file.run("DROP INDEX bond_high")
        try file.run("CREATE TEMP TABLE distance (d INTEGER PRIMARY KEY)")
        let (condition, distances) = population.lowerSide
        let rows = distances.map { "(\($0))" }.joined(separator: ",")
        try file.run("INSERT INTO distance VALUES \(rows)")
        try inParts(population.size, "friendships", progress) { part throws(LoadFailure) in
            try file.run(
                """
                WITH RECURSIVE n(i) AS (
                    SELECT \(part.lowerBound) UNION ALL SELECT i + 1 FROM n
                    WHERE i < \(part.upperBound - 1))
                INSERT INTO bond (low, kind, high, since_ms)
                SELECT 1 + i, 0, 1 + i + d, \(now) FROM n CROSS JOIN distance
                WHERE \(condition) AND i + d < \(population.size)
                """)
        }
        progress.begin("index of friendships")
        try file.run(index)
    }

    private func writeActivities(
        to file: borrowing SQLiteFile, _ progress: Progress
    ) throws(LoadFailure) {
        let expires = now + Self.lifetimeMilliseconds
        try inParts(population.size, "activities", progress) { part throws(LoadFailure) in
            let rows = part.compactMap { number in
                population.activity(of: number).map { activity in
                    "(\(1 + number), 0, '\(Population.activities[activity])', \(now), \(expires))"
                }
            }
            guard !rows.isEmpty else { return }
            try file.run(
                """
                INSERT INTO toggle (user_id, room_id, activity, set_ms, expires_ms)
                VALUES \(rows.joined(separator: ","))
                """)
        }
    }

    private func inParts(
        _ count: Int, _ what: String, _ progress: Progress,
        _ write: (Range<Int>) throws(LoadFailure) -> Void
    ) throws(LoadFailure) {
        progress.begin("writing \(what)")
        for part in 0..<Self.partCount {
            let range = count * part / Self.partCount..<count * (part + 1) / Self.partCount
            if !range.isEmpty { try write(range) }
            progress.update("writing \(what) \(part + 1) %")
        }
    }
}

/// A database of a server that does not run, opened to be filled in bulk: nothing is synced.
struct SQLiteFile: ~Copyable {
    private let database: OpaquePointer

    /// - Throws: when there is no such file.
    init(_ path: String) throws(LoadFailure) {
        database = try Self.open(path)
    }

    private static func open(_ path: String) throws(LoadFailure) -> OpaquePointer {
        var opened: OpaquePointer?
        let pragmas =
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144"
        guard sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            let opened, sqlite3_exec(opened, pragmas, nil, nil, nil) == SQLITE_OK
        else {
            sqlite3_close_v2(opened)
            throw LoadFailure("cannot open \(path)")
        }
        return opened
    }

    deinit { sqlite3_close_v2(database) }

    /// Runs statements that return nothing.
    func run(_ sql: String) throws(LoadFailure) {
        guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
    }

    /// The first column of the first row; nil without a row.
    func text(_ sql: String) throws(LoadFailure) -> String? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
            throw failure
        }
        defer { sqlite3_finalize(statement) }
        guard sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
        else { return nil }
        return String(cString: text)
    }

    private var failure: LoadFailure {
        LoadFailure("cannot fill the data: \(String(cString: sqlite3_errmsg(database)))")
    }
}
