import GRDBSQLite

/// SQLite's codes for what failed; its header's macros for them do not come through to Swift.
enum IOError {
    static let read = SQLITE_IOERR | 1 << 8
    static let shortRead = SQLITE_IOERR | 2 << 8
    static let write = SQLITE_IOERR | 3 << 8
    static let sync = SQLITE_IOERR | 4 << 8
    static let truncate = SQLITE_IOERR | 6 << 8
    static let delete = SQLITE_IOERR | 10 << 8
    static let access = SQLITE_IOERR | 13 << 8
    static let lock = SQLITE_IOERR | 15 << 8
    static let sharedLock = SQLITE_IOERR | 20 << 8
    static let nothingToDelete = SQLITE_IOERR | 23 << 8
}
