import Dispatch
import GRDB
import Kernel

/// A serial queue with one SQLite connection: everything that touches the connection runs there.
final class SQLiteSession: Sendable {
    private let database: DatabaseQueue
    private let connection: ConnectionBox

    /// Opens `path`; a reader can change nothing.
    init(path: String, readonly: Bool, label: String, node: Int) throws {
        var configuration = GRDB.Configuration()
        configuration.label = label
        configuration.readonly = readonly
        configuration.journalMode = readonly ? .default : .wal
        configuration.busyMode = .timeout(5)
        database = try DatabaseQueue(path: path, configuration: configuration)
        connection = try database.inDatabase { database in
            guard let pointer = database.sqliteConnection else {
                throw StoreError.failed("not open")
            }
            return ConnectionBox(SQLiteConnection(on: pointer, node: node))
        }
    }

    /// Runs `body` on the session's queue, on the calling thread.
    func run<Result>(_ body: (SQLiteConnection) -> Result) -> Result {
        database.inDatabase { _ in body(connection.connection) }
    }

    /// Runs GRDB's own tools: migrations, and the settings of a fresh connection.
    func withGRDB(_ body: (DatabaseQueue) throws -> Void) rethrows {
        try body(database)
    }

    func close() {
        run { $0.close() }
        try? database.close()
    }
}

/// Carries the connection from its making to its queue.
///
/// SAFETY: only ``SQLiteSession/run(_:)`` reads it, and only inside the database's serial queue.
private final class ConnectionBox: @unchecked Sendable {
    let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }
}
