import Dispatch
import GRDB
import Kernel
import Storage

/// A serial queue with one SQLite connection: everything that touches the connection runs there.
final class SQLiteSession: StoreSession {
    private let database: DatabaseQueue
    private let connection: ConnectionBox

    /// Opens `path`; a reader can change nothing.
    ///
    /// - Parameters:
    ///   - fileSystem: SQLite's name of it; nil: the machine's own.
    ///   - node: part of every id that is made.
    init(
        _ path: String, in fileSystem: String?, node: Int, readonly: Bool, label: String
    ) throws {
        var configuration = GRDB.Configuration()
        configuration.label = label
        configuration.readonly = readonly
        configuration.journalMode = readonly ? .default : .wal
        configuration.busyMode = .timeout(5)
        database = try DatabaseQueue(
            path: fileSystem.map { "file:\(path)?vfs=\($0)" } ?? path,
            configuration: configuration)
        connection = try database.inDatabase { database in
            guard let pointer = database.sqliteConnection else {
                throw StoreError.failed("not open")
            }
            return ConnectionBox(SQLiteConnection(on: pointer, node: node))
        }
    }

    func run<Result>(_ body: (any DurableConnection) -> Result) -> Result? {
        database.inDatabase { _ in connection.connection.map { body($0) } }
    }

    /// Makes this the connection that writes: its ids go on after the newest that is stored, and
    /// what it commits is moved out of the WAL, when that has so many pages.
    func beginWriting(_ settings: SQLiteOptions) throws(StoreError) {
        try attempt { (connection) throws(StoreError) in
            try connection.resumeIDs()
            connection.checkpoint(
                every: settings.checkpointPages, renewal: settings.renewal)
        }
    }

    /// Does something on the session's queue that may fail; nothing when it is closed.
    func attempt(_ body: (SQLiteConnection) throws(StoreError) -> Void) throws(StoreError) {
        let result: Swift.Result<Void, StoreError>? = database.inDatabase { _ in
            connection.connection.map { connection in
                Result { () throws(StoreError) in try body(connection) }
            }
        }
        try result?.get()
    }

    /// Runs GRDB's own tools: migrations, and the settings of a fresh connection.
    func withGRDB(_ body: (DatabaseQueue) throws -> Void) rethrows {
        try body(database)
    }

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
