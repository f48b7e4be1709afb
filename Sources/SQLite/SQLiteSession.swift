import Dispatch
import Glibc
import GRDB
import GRDBSQLite
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

extension SQLiteSession {
    /// Sets what durability rests on, checks that it holds, applies the migrations, and takes up
    /// the ids where they were left.
    ///
    /// - Throws: before anything is changed, when the data are of a newer version.
    func prepare(_ migrations: [Migration], _ settings: SQLiteOptions) throws {
        let steps = DatabaseStore.steps(migrations)
        try attempt { (connection) throws(StoreError) in
            _ = try SchemaSteps(steps).missing(in: connection)
        }
        try withGRDB { queue in
            try queue.inDatabase { try Self.set($0, settings) }
            var migrator = DatabaseMigrator()
            for migration in steps {
                // No step rebuilds a table that others refer to. So what it writes is checked as it
                // is written; by default all rows of all tables would be, after each step.
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

    /// The writer's own copies of pages. A commit that has split a page walks all of them: of
    /// what a toggle among 100,000 people costs, that was 14.5 % with 64 MiB, 3.7 % with 16 and
    /// 0.8 % with 4, and what is not there is read from the system's copy (0.9 % with 4).
    private static var cacheKiB: Int { 4096 }

    /// A WAL that grew beyond this, behind a reader that took its time, is cut when it starts
    /// anew; twice what lies between two checkpoints.
    private static var journalBytesMax: Int { 134_217_728 }
}

/// What a store in an SQLite file is opened with, besides what every store is.
package struct SQLiteOptions: Sendable {
    /// SQLite's name of the file system that holds the file; nil for the machine's own.
    package var fileSystem: String?
    /// What the kernel has of the data's files.
    package var pageCache: any PageCache = SystemPageCache()
    /// The setting of `synchronous`: anything but FULL loses what was acknowledged.
    package var synchronous = "FULL"
    /// Pages in the WAL that bring about a checkpoint.
    package var checkpointPages = 16_000
    /// How long a WAL with anything in it may go without being emptied.
    package var renewal = Duration.seconds(3_600)

    /// Those of a daemon.
    package init() {}
}

extension StoreError {
    /// What SQLite says about the last call on `database`, an open `sqlite3 *`.
    init(lastOf database: OpaquePointer) {
        self.init(
            code: sqlite3_extended_errcode(database),
            errorNumber: sqlite3_system_errno(database),
            String(cString: sqlite3_errmsg(database)))
    }

    /// - Parameters:
    ///   - code: SQLite's own, the extended one.
    ///   - errorNumber: `errno` of the call that failed, if one did.
    init(code: Int32, errorNumber: Int32, _ message: String) {
        let code = ResultCode(rawValue: code)
        let words = "\(message) (SQLite \(code.rawValue), errno \(errorNumber))"
        switch (code.primaryResultCode, code) {
        case (.SQLITE_CONSTRAINT, _): self = .conflict(message)
        case (.SQLITE_FULL, _): self = .full(words)
        case (.SQLITE_CORRUPT, _), (.SQLITE_NOTADB, _): self = .broken(words)
        // First of all: a sync that failed may have dropped anything, whatever the reason.
        case (_, .SQLITE_IOERR_FSYNC), (_, .SQLITE_IOERR_DIR_FSYNC): self = .broken(words)
        case (.SQLITE_IOERR, _) where [ENOSPC, EDQUOT, EROFS].contains(errorNumber):
            self = .full(words)
        case (_, .SQLITE_IOERR_WRITE), (_, .SQLITE_IOERR_TRUNCATE): self = .broken(words)
        default: self = .failed(words)
        }
    }

    /// The same trouble, met by COMMIT: whatever it is, but a full disk or a rule that says no,
    /// the frames may be on the disk already.
    var whenCommitting: StoreError {
        if case .failed(let words) = self { .broken(words) } else { self }
    }
}

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
