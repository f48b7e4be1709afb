import GRDBSQLite
import Kernel

/// What comes first on data whose last process did not end by itself.
///
/// That process may have met a failed sync. Then the WAL that the kernel shows has commits that
/// the disk does not have: SQLite would take them for good, and whatever was appended behind them
/// would be lost with them. So the files are read from the disk, and what the WAL has there is
/// moved into the database, with a sync of its own, before anybody is answered. The next WAL is a
/// new file.
///
/// - Source: docs/decisions/0023
enum CrashRecovery {
    /// Does nothing to a database that was closed: it has no WAL and no journal.
    ///
    /// - Parameters:
    ///   - database: its path; no connection may be open on it in this process.
    ///   - cache: what the kernel has of the files.
    ///   - fileSystem: SQLite's name of the one that they are in; nil: the machine's own.
    /// - Returns: bytes of the WAL that was found; nil when there was nothing to do.
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
    /// Somebody who reads an old state (a backup that runs) keeps a part in the WAL. That is as
    /// good: the WAL was read from the disk.
    fileprivate func emptyWAL() throws(StoreError) {
        let code = checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
        guard code == SQLITE_OK || code == SQLITE_BUSY else { throw lastError }
    }
}
