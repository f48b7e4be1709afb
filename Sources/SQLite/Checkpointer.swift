import GRDBSQLite
import Kernel

/// Moves commits from the WAL into the database's file.
///
/// SQLite would do so inside the COMMIT that fills the WAL, make its commands wait, and hide a
/// failure. Here the commands are answered first, and a failure is reported.
///
/// Not Sendable: used inside ``SQLiteSession`` only.
final class Checkpointer {
    private let database: OpaquePointer
    private let pages: Int
    private let renewal: Duration
    private var renewedAt = ContinuousClock.now
    private var pageCount = 0
    /// How many pages must be in the WAL for the next attempt.
    private var duePages: Int
    /// How many commits have written something so far.
    private(set) var commitCount = 0

    /// - Parameters:
    ///   - database: the one writing connection, an open `sqlite3 *`.
    ///   - pages: the number of pages in the WAL that starts a checkpoint.
    ///   - renewal: how long deleted data may stay in a WAL that does not grow.
    init(on database: OpaquePointer, every pages: Int, renewal: Duration) {
        (self.database, self.pages, self.renewal, duePages) = (database, pages, renewal, pages)
        let context = Unmanaged.passUnretained(self).toOpaque()
        let hook:
            @convention(c) (
                UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32
            ) -> Int32 = { context, _, _, pageCount in
                guard let context else { return SQLITE_OK }
                let own = Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue()
                own.committed(Int(pageCount))
                return SQLITE_OK
            }
        sqlite3_wal_hook(database, hook, context)
    }

    /// Before the connection closes.
    func stop() { sqlite3_wal_hook(database, nil, nil) }

    /// Moves what can be moved, when there is enough of it. Pages that readers hold back, or that a
    /// full disk has no room for, stay in the WAL, where they are as safe.
    ///
    /// - Returns: how many pages were moved; nil when there was nothing to do yet.
    func runIfDue() throws(StoreError) -> Int? {
        guard pageCount >= duePages else { return try renewIfDue() }
        // Not at every commit, when readers keep the WAL from starting anew.
        duePages = pageCount + max(1, pages / 16)
        var (logged, moved) = (Int32(0), Int32(0))
        let code = sqlite3_wal_checkpoint_v2(
            database, nil, SQLITE_CHECKPOINT_PASSIVE, &logged, &moved)
        guard code == SQLITE_OK else { throw StoreError(lastOf: database) }
        return Int(moved)
    }

    /// Empties the WAL of a server on which little happens: it still has the old pages of data that
    /// were erased since. It waits for no reader: one that reads an old state puts it off for a
    /// while.
    private func renewIfDue() throws(StoreError) -> Int? {
        guard pageCount > 0, renewedAt.duration(to: .now) >= renewal else { return nil }
        sqlite3_busy_timeout(database, 0)
        defer { sqlite3_busy_timeout(database, Self.patienceMilliseconds) }
        let moved = pageCount
        let code = sqlite3_wal_checkpoint_v2(
            database, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        if code == SQLITE_BUSY {
            renewedAt = .now - renewal * 0.9
            return nil
        }
        guard code == SQLITE_OK else { throw StoreError(lastOf: database) }
        (pageCount, duePages, renewedAt) = (0, pages, .now)
        return moved
    }

    /// GRDB's setting, see ``SQLiteSession``.
    private static let patienceMilliseconds: Int32 = 5_000

    private func committed(_ count: Int) {
        if count < pageCount { duePages = pages }
        (pageCount, commitCount) = (count, commitCount + 1)
    }
}
