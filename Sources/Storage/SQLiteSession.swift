import Dispatch
import GRDB
import Kernel

/// A serial queue with one SQLite connection: everything that touches the connection runs there.
final class SQLiteSession: Sendable {
    private let database: DatabaseQueue
    private let connection: ConnectionBox

    /// Opens `path`; a reader can change nothing.
    init(
        _ path: String, _ options: SQLiteStore.Options, readonly: Bool, label: String
    ) throws {
        var configuration = GRDB.Configuration()
        configuration.label = label
        configuration.readonly = readonly
        configuration.journalMode = readonly ? .default : .wal
        configuration.busyMode = .timeout(5)
        database = try DatabaseQueue(
            path: options.fileSystem.map { "file:\(path)?vfs=\($0)" } ?? path,
            configuration: configuration)
        let node = options.node
        connection = try database.inDatabase { database in
            guard let pointer = database.sqliteConnection else {
                throw StoreError.failed("not open")
            }
            return ConnectionBox(SQLiteConnection(on: pointer, node: node))
        }
    }

    /// Runs `body` on the session's queue, on the calling thread; nil when it is closed.
    func run<Result>(_ body: (SQLiteConnection) -> Result) -> Result? {
        database.inDatabase { _ in connection.connection.map(body) }
    }

    /// Makes the ids of this connection go on after the newest that is stored.
    func resumeIDs() throws(StoreError) {
        let result = run { connection in
            Result { () throws(StoreError) in try connection.resumeIDs() }
        }
        try result?.get()
    }

    /// Runs GRDB's own tools: migrations, and the settings of a fresh connection.
    func withGRDB(_ body: (DatabaseQueue) throws -> Void) rethrows {
        try body(database)
    }

    /// Closes the connection; harmless when it is closed.
    func close() {
        database.inDatabase { _ in
            connection.connection?.close()
            connection.connection = nil
        }
        try? database.close()
    }
}

/// Carries the connection from its making to its queue.
///
/// SAFETY: ``SQLiteSession`` touches it inside the database's serial queue only.
private final class ConnectionBox: @unchecked Sendable {
    /// nil once it is closed: a worker that is still busy then must not reach a dead `sqlite3 *`.
    var connection: SQLiteConnection?

    init(_ connection: SQLiteConnection) { self.connection = connection }
}
