import GRDBSQLite
import Kernel

/// The statements of one SQLite connection, each prepared once and kept.
///
/// Run raw: GRDB's statement API costs 21 µs a message, most of it in building and hashing
/// arguments that the writer does not need.
final class SQLiteStatements {
    private let database: OpaquePointer
    private var prepared: [SQL.Words: OpaquePointer] = [:]

    /// - Parameter database: an open `sqlite3 *` that outlives this value.
    init(on database: OpaquePointer) {
        self.database = database
    }

    /// Finalizes all statements: before the connection closes.
    func finalize() {
        for statement in prepared.values { sqlite3_finalize(statement) }
        prepared.removeAll()
    }

    /// Runs one statement and passes its rows to `row`.
    func run(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        let statement = try statement(for: sql.words)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in sql.binds.enumerated() {
            try check(bind(value, at: Int32(index + 1), of: statement))
        }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                var columns = Columns(SQLiteRow(of: statement))
                try row(&columns)
            case SQLITE_DONE: return Int(sqlite3_changes(database))
            default: throw StoreError(lastOf: database)
            }
        }
    }

    private func statement(for words: SQL.Words) throws(StoreError) -> OpaquePointer {
        if let known = prepared[words] { return known }
        var statement: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let spelled = Dialect.sqlite.spelled(words.text)
        try check(sqlite3_prepare_v3(database, spelled, -1, flags, &statement, nil))
        guard let statement else { throw .failed("empty statement") }
        prepared[words] = statement
        return statement
    }

    private func bind(
        _ value: SQL.Value, at index: Int32, of statement: OpaquePointer
    ) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let number): return sqlite3_bind_int64(statement, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    sqlite3_bind_text(
                        statement, index, characters.baseAddress ?? Self.empty,
                        Int32(characters.count), Self.copied)
                }
            }
        case .blob(let blob):
            return blob.withUnsafeBytes { bytes in
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob(
                        statement, index, bytes.baseAddress, Int32(bytes.count), Self.copied)
            }
        }
    }

    private func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK else { throw StoreError(lastOf: database) }
    }

    /// SQLite copies what is bound: the Swift value may be gone when it is used.
    static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    // SAFETY: points at static storage, never written.
    private static var empty: UnsafePointer<CChar> {
        UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
