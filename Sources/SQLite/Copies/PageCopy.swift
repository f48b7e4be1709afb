import GRDBSQLite
import Glibc
import Kernel
public import Storage

/// The progress of a copy.
public struct CopyProgress: Equatable, Sendable {
    /// The bytes of pages that are copied.
    public let bytesDone: Int
    /// The bytes of all pages.
    public let bytesAll: Int
}

/// Called again and again with the progress of a copy; what it throws ends the copy.
public typealias CopyObserver = (CopyProgress) throws(DataFailure) -> Void

/// Copies the pages of one state of a database into a draft, with SQLite's online backup.
enum PageCopy {
    private static let pagesAStep: Int32 = 256
    /// How many bytes are synced at a time: the commits of a daemon on the same disk wait for a few
    /// megabytes, not for all of them.
    private static let bytesASync = 8 << 20

    static func copy(
        _ source: DatabaseReader, to draft: borrowing Draft, _ observe: CopyObserver
    ) throws(DataFailure) {
        var opened: OpaquePointer?
        _ = sqlite3_open_v2(draft.draftPath, &opened, SQLITE_OPEN_READWRITE, nil)
        guard let target = opened else { throw DataFailure(.notMade, "no memory to copy") }
        defer { sqlite3_close_v2(target) }
        // Nothing reads an unfinished draft: it needs no journal, and we sync it ourselves.
        sqlite3_exec(target, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", nil, nil, nil)
        guard let backup = sqlite3_backup_init(target, "main", source.database, "main") else {
            throw failure(of: draft.path, sqlite3_errcode(target), target)
        }
        var code = SQLITE_OK
        do throws(DataFailure) {
            code = try run(backup, pageBytes: pageBytes(of: source), draft, observe)
        } catch {
            sqlite3_backup_finish(backup)
            throw error
        }
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw failure(of: draft.path, code, target) }
    }

    private static func run(
        _ backup: OpaquePointer, pageBytes: Int, _ draft: borrowing Draft, _ observe: CopyObserver
    ) throws(DataFailure) -> Int32 {
        var (code, bytesSynced) = (SQLITE_OK, 0)
        repeat {
            code = sqlite3_backup_step(backup, pagesAStep)
            let all = Int(sqlite3_backup_pagecount(backup)) * pageBytes
            let done = all - Int(sqlite3_backup_remaining(backup)) * pageBytes
            if done - bytesSynced >= bytesASync {
                guard fdatasync(draft.file) == 0 else {
                    throw .ofSystem(.notWritten, "cannot write \(draft.path)")
                }
                bytesSynced = done
            }
            try observe(CopyProgress(bytesDone: done, bytesAll: all))
        } while code == SQLITE_OK
        return code
    }

    private static func pageBytes(of source: DatabaseReader) throws(DataFailure) -> Int {
        var size: Int64 = 0
        do throws(StoreError) {
            try source.connection.run("PRAGMA page_size") { columns throws(StoreError) in
                size = try columns.integer()
            }
        } catch {
            throw DataFailure("cannot copy", error)
        }
        return Int(size)
    }

    private static func failure(
        of path: String, _ code: Int32, _ target: OpaquePointer
    ) -> DataFailure {
        switch code & 255 {
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            DataFailure(.damaged, "the data are damaged: \(String(cString: sqlite3_errstr(code)))")
        case SQLITE_FULL: DataFailure(.notWritten, "cannot write \(path): the disk is full")
        default:
            DataFailure(
                .notWritten,
                "cannot write \(path): \(String(cString: sqlite3_errstr(code)))"
                    + " (SQLite \(code), errno \(sqlite3_system_errno(target)))")
        }
    }
}
