import GRDBSQLite
import Kernel

/// The first step on data whose last process did not end by itself.
///
/// That process may have met a failed sync. Then the WAL in the kernel's cache has commits that the
/// disk does not have. SQLite would trust them, and everything appended behind them would be lost
/// with them. So the files are read from the disk, and the WAL found there is moved into the
/// database, with a sync of its own, before any client is answered. The next WAL is a new file.
///
/// - Source: docs/decisions/0023
enum CrashRecovery {
    /// Does nothing to a database that was closed: it has no WAL and no journal.
    ///
    /// - Parameters:
    ///   - database: its path; no connection may be open on it in this process.
    ///   - cache: the kernel's cached pages of the files.
    ///   - fileSystem: SQLite's name of their file system; nil: the machine's own.
    /// - Returns: the bytes of the WAL that was found; nil when there was nothing to do.
    /// - Throws: when the disk cannot be read or written.
    static func run(
        on database: String, cache: any PageCache, fileSystem: String? = nil
    ) throws -> Int? {
        let remains = ["-wal", "-journal"].compactMap { cache.byteCount(of: database + $0) }
        guard remains.contains(where: { $0 > 0 }) else { return nil }
        for suffix in ["", "-wal", "-journal"] {
            if cache.byteCount(of: database + suffix) != nil { try cache.drop(database + suffix) }
        }
        let session = try SQLiteSession(
            database, in: fileSystem, node: 0, readonly: false, label: "upfor.recovery")
        // The last connection that closes removes the WAL.
        defer { session.close() }
        try session.attempt { (connection) throws(StoreError) in try connection.emptyWAL() }
        return remains.reduce(0, +)
    }
}

extension SQLiteConnection {
    /// Moves the whole WAL into the database, syncs that, and truncates the WAL.
    ///
    /// A process that reads an old state (a running backup) keeps a part in the WAL. That does no
    /// harm: the WAL was read from the disk.
    fileprivate func emptyWAL() throws(StoreError) {
        let code = checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
        guard code == SQLITE_OK || code == SQLITE_BUSY else { throw lastError }
    }
}
