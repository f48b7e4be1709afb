import GRDB
import GRDBSQLite
import Glibc
import Kernel

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
