import Kernel
import Storage

extension SchemaSteps {
    /// What the data of this connection still lack.
    ///
    /// - Returns: nil when they know of no steps at all: they are not of Upfor, or new.
    /// - Throws: `broken` for data of a newer upford.
    func missing(in connection: SQLiteConnection) throws(StoreError) -> [Migration]? {
        var tableCount: Int64 = 0
        try connection.run(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'grdb_migrations'"
        ) { columns throws(StoreError) in tableCount = try columns.integer() }
        guard tableCount == 1 else { return nil }
        var done: Set<String> = []
        try connection.run("SELECT identifier FROM grdb_migrations") {
            columns throws(StoreError) in done.insert(try columns.text())
        }
        return try missing(from: done)
    }
}
