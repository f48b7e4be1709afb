import CSQLite

/// An SQLite file, and its statements.
struct FileDatabase: ~Copyable {
    private let database: OpaquePointer

    /// - Parameter path: taken as it is; "file:…" is a URI where the flags say so.
    /// - Throws: SQLite's words for it.
    init(_ path: String, flags: Int32) throws(FileDatabaseError) {
        var database: OpaquePointer?
        let code = sqlite3_open_v2(path, &database, flags, nil)
        guard let database else { throw FileDatabaseError(code: SQLITE_NOMEM, text: "no memory") }
        guard code == SQLITE_OK else {
            let error = FileDatabaseError(lastOf: database)
            sqlite3_close_v2(database)
            throw error
        }
        self.database = database
    }

    deinit { sqlite3_close_v2(database) }

    /// Runs statements without values.
    borrowing func execute(_ text: String) throws(FileDatabaseError) {
        guard sqlite3_exec(database, text, nil, nil, nil) == SQLITE_OK else {
            throw FileDatabaseError(lastOf: database)
        }
    }

    /// Prepares a statement. The database stays open as long as one of its statements is there.
    borrowing func prepare(_ text: String) throws(FileDatabaseError) -> FileStatement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(
            database, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else {
            throw FileDatabaseError(lastOf: database)
        }
        return FileStatement(statement, of: database)
    }
}

/// What SQLite says is wrong.
struct FileDatabaseError: Error, Equatable {
    let code: Int32
    let text: String

    init(code: Int32, text: String) { (self.code, self.text) = (code, text) }

    init(lastOf database: OpaquePointer) {
        code = sqlite3_errcode(database)
        text = String(cString: sqlite3_errmsg(database))
    }
}

/// A value of a statement.
enum FileValue {
    case number(Int)
    case text(String)
    case null
}

/// A prepared statement.
final class FileStatement {
    private let statement: OpaquePointer
    private let database: OpaquePointer

    init(_ statement: OpaquePointer, of database: OpaquePointer) {
        (self.statement, self.database) = (statement, database)
    }

    deinit { sqlite3_finalize(statement) }

    /// Runs it, and gives each row to `take`, which says whether it wants another one.
    func run(
        _ values: [FileValue], _ take: (FileRow) -> Bool = { _ in true }
    ) throws(FileDatabaseError) {
        defer { sqlite3_reset(statement) }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: guard take(FileRow(statement)) else { return }
            case SQLITE_DONE: return
            default: throw FileDatabaseError(lastOf: database)
            }
        }
    }

    /// Runs it, and makes something of its first row.
    func first<Value>(
        _ values: [FileValue], _ make: (FileRow) -> Value
    ) throws(FileDatabaseError) -> Value? {
        var found: Value?
        try run(values) { row in
            found = make(row)
            return false
        }
        return found
    }

    private func bind(_ value: FileValue, at index: Int32) throws(FileDatabaseError) {
        let code =
            switch value {
            case .number(let number): sqlite3_bind_int64(statement, index, Int64(number))
            case .null: sqlite3_bind_null(statement, index)
            case .text(let text):
                // SQLite copies it.
                sqlite3_bind_text(
                    statement, index, text, -1,
                    unsafeBitCast(-1, to: sqlite3_destructor_type.self))
            }
        guard code == SQLITE_OK else { throw FileDatabaseError(lastOf: database) }
    }
}

/// A row, as long as the statement stands on it.
struct FileRow {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { self.statement = statement }

    func number(_ index: Int32) -> Int {
        Int(truncatingIfNeeded: sqlite3_column_int64(statement, index))
    }

    /// Nil for NULL.
    func numberIfAny(_ index: Int32) -> Int? {
        sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : number(index)
    }

    func text(_ index: Int32) -> String {
        guard let bytes = sqlite3_column_text(statement, index) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// What stands between ends of lines; nothing for an empty text.
    func lines(_ index: Int32) -> [String] {
        text(index).split(separator: "\n").map(String.init)
    }
}
