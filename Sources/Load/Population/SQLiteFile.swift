import GRDBSQLite

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
