import GRDBSQLite

/// The connections that hold each of the five locks of a database file.
///
/// - Source: sqlite3_io_methods, xLock; "File Locking And Concurrency In SQLite Version 3".
struct FileLocks {
    private var levels: [ObjectIdentifier: Int32] = [:]

    /// Whether a connection holds the right to write.
    var isReserved: Bool { levels.values.contains { $0 >= SQLITE_LOCK_RESERVED } }

    mutating func raise(_ holder: ObjectIdentifier, to level: Int32) -> Int32 {
        guard level > levels[holder, default: SQLITE_LOCK_NONE] else { return SQLITE_OK }
        let highest = levels.filter { $0.key != holder }.values.max() ?? SQLITE_LOCK_NONE
        switch level {
        case SQLITE_LOCK_SHARED where highest >= SQLITE_LOCK_PENDING: return SQLITE_BUSY
        case SQLITE_LOCK_RESERVED where highest >= SQLITE_LOCK_RESERVED: return SQLITE_BUSY
        case SQLITE_LOCK_EXCLUSIVE where highest >= SQLITE_LOCK_RESERVED: return SQLITE_BUSY
        case SQLITE_LOCK_EXCLUSIVE where highest >= SQLITE_LOCK_SHARED:
            levels[holder] = SQLITE_LOCK_PENDING
            return SQLITE_BUSY
        default:
            levels[holder] = level
            return SQLITE_OK
        }
    }

    mutating func lower(_ holder: ObjectIdentifier, to level: Int32) {
        if level < levels[holder, default: SQLITE_LOCK_NONE] { levels[holder] = level }
        if level == SQLITE_LOCK_NONE { levels[holder] = nil }
    }
}
