import GRDBSQLite
import Kernel

/// Moves what was committed from the WAL into the database's file.
///
/// SQLite would do so inside of the COMMIT that fills the WAL, let its commands wait, and say
/// nothing when it fails. Here they are answered first, and a failure is heard of.
///
/// Not Sendable: used inside ``SQLiteSession`` only.
final class Checkpointer {
    private let database: OpaquePointer
    private let pages: Int
    private var pageCount = 0
    /// How many pages must be in the WAL for the next attempt.
    private var duePages: Int
    /// How many commits have written something so far.
    private(set) var commitCount = 0

    /// - Parameters:
    ///   - database: the one writing connection, an open `sqlite3 *`.
    ///   - pages: in the WAL, that bring about a checkpoint.
    init(on database: OpaquePointer, every pages: Int) {
        (self.database, self.pages, duePages) = (database, pages, pages)
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

    /// Moves what can be moved, when there is enough of it. What readers still hold back, or a
    /// full disk has no room for, stays in the WAL, where it is as safe.
    ///
    /// - Returns: how many pages were moved; nil when there was nothing to do yet.
    func runIfDue() throws(StoreError) -> Int? {
        guard pageCount >= duePages else { return nil }
        // Not with every commit, when readers keep the WAL from starting anew.
        duePages = pageCount + max(1, pages / 16)
        var (logged, moved) = (Int32(0), Int32(0))
        let code = sqlite3_wal_checkpoint_v2(
            database, nil, SQLITE_CHECKPOINT_PASSIVE, &logged, &moved)
        guard code == SQLITE_OK else { throw StoreError(lastOf: database) }
        return Int(moved)
    }

    private func committed(_ count: Int) {
        if count < pageCount { duePages = pages }
        (pageCount, commitCount) = (count, commitCount + 1)
    }
}
