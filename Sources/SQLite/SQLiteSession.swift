import Dispatch
import Glibc
import GRDB
import GRDBSQLite
import Kernel
import Storage

/// A serial queue with one SQLite connection. The connection is used only there.
final class SQLiteSession: StoreSession {
    private let database: DatabaseQueue
    private let connection: ConnectionBox

    /// Opens `path`; a reader can change nothing.
    ///
    /// - Parameters:
    ///   - fileSystem: SQLite's name of the file system; nil: the machine's own.
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

    /// Makes this the writing connection: its ids continue after the newest that is stored, and its
    /// commits are moved out of the WAL whenever that has so many pages.
    func beginWriting(_ settings: SQLiteOptions) throws(StoreError) {
        try attempt { (connection) throws(StoreError) in
            try connection.resumeIDs()
            connection.checkpoint(
                every: settings.checkpointPages, renewal: settings.renewal)
        }
    }

    /// Runs something that may fail on the session's queue; does nothing when it is closed.
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

/// Carries the connection from where it is made to its queue.
///
/// SAFETY: ``SQLiteSession`` touches it inside the database's serial queue only.
private final class ConnectionBox: @unchecked Sendable {
    /// nil once it is closed: a worker that is still busy must not reach a dead `sqlite3 *`.
    var connection: SQLiteConnection?

    init(_ connection: SQLiteConnection) { self.connection = connection }
}

extension SQLiteSession {
    /// Sets what durability depends on, checks that it holds, applies the migrations, and continues
    /// the ids where they ended.
    ///
    /// - Throws: when the data are of a newer version, before anything is changed.
    func prepare(_ migrations: [Migration], _ settings: SQLiteOptions) throws {
        let steps = DatabaseStore.steps(migrations)
        try attempt { (connection) throws(StoreError) in
            _ = try SchemaSteps(steps).missing(in: connection)
        }
        try withGRDB { queue in
            try queue.inDatabase { try Self.set($0, settings) }
            var migrator = DatabaseMigrator()
            for migration in steps {
                // No step rebuilds a table that others refer to. So each row is checked as it is
                // written. By default all rows of all tables would be checked, after each step.
                migrator.registerMigration(migration.name, foreignKeyChecks: .immediate) {
                    database in
                    try database.execute(sql: migration.text(in: .sqlite))
                }
            }
            try migrator.migrate(queue)
        }
        try beginWriting(settings)
    }

    private static func set(_ database: Database, _ settings: SQLiteOptions) throws {
        try database.execute(
            sql: """
                PRAGMA synchronous = \(settings.synchronous);
                PRAGMA wal_autocheckpoint = 0;
                PRAGMA journal_size_limit = \(journalBytesMax);
                PRAGMA cache_size = -\(cacheKiB);
                """)
        let level = try Int.fetchOne(database, sql: "PRAGMA synchronous")
        let journal = try String.fetchOne(database, sql: "PRAGMA journal_mode")
        guard level == 2 || settings.synchronous != "FULL", journal == "wal" else {
            throw StoreError.failed("synchronous=\(level ?? -1), journal=\(journal ?? "")")
        }
    }

    /// The writer's own page cache. A commit that has split a page walks all of it. Of the cost of
    /// a toggle among 100,000 people, that was 14.5 % with 64 MiB, 3.7 % with 16 and 0.8 % with 4.
    /// Other pages are read from the system's cache (0.9 % with 4).
    private static var cacheKiB: Int { 4096 }

    /// A WAL that grew beyond this behind a slow reader is cut when it starts anew; twice what
    /// gathers between two checkpoints.
    private static var journalBytesMax: Int { 134_217_728 }
}

/// The options of a store in an SQLite file, besides those of every store.
package struct SQLiteOptions: Sendable {
    /// SQLite's name of the file system that holds the file; nil for the machine's own.
    package var fileSystem: String?
    /// The kernel's cached pages of the data's files.
    package var pageCache: any PageCache = SystemPageCache()
    /// The setting of `synchronous`: anything but FULL loses acknowledged commits.
    package var synchronous = "FULL"
    /// The number of pages in the WAL that starts a checkpoint.
    package var checkpointPages = 16_000
    /// How long a WAL that is not empty may go without being emptied.
    package var renewal = Duration.seconds(3_600)

    /// The options of a daemon.
    package init() {}
}

extension StoreError {
    /// SQLite's error of the last call on `database`, an open `sqlite3 *`.
    init(lastOf database: OpaquePointer) {
        self.init(
            code: sqlite3_extended_errcode(database),
            errorNumber: sqlite3_system_errno(database),
            String(cString: sqlite3_errmsg(database)))
    }

    /// - Parameters:
    ///   - code: SQLite's extended result code.
    ///   - errorNumber: `errno` of the call that failed, if one did.
    init(code: Int32, errorNumber: Int32, _ message: String) {
        let code = ResultCode(rawValue: code)
        let words = "\(message) (SQLite \(code.rawValue), errno \(errorNumber))"
        switch (code.primaryResultCode, code) {
        case (.SQLITE_CONSTRAINT, _): self = .conflict(message)
        case (.SQLITE_FULL, _): self = .full(words)
        case (.SQLITE_CORRUPT, _), (.SQLITE_NOTADB, _): self = .broken(words)
        // This comes first: a sync that failed may have dropped anything, whatever the reason.
        case (_, .SQLITE_IOERR_FSYNC), (_, .SQLITE_IOERR_DIR_FSYNC): self = .broken(words)
        case (.SQLITE_IOERR, _) where [ENOSPC, EDQUOT, EROFS].contains(errorNumber):
            self = .full(words)
        case (_, .SQLITE_IOERR_WRITE), (_, .SQLITE_IOERR_TRUNCATE): self = .broken(words)
        default: self = .failed(words)
        }
    }

    /// The same failure, met by COMMIT. Unless the disk is full or a constraint was violated, the
    /// frames may be on the disk already.
    var whenCommitting: StoreError {
        if case .failed(let words) = self { .broken(words) } else { self }
    }
}

extension SchemaSteps {
    /// The steps that the data of this connection lack.
    ///
    /// - Returns: nil when the data have no record of steps: they are not Upfor's, or new.
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
