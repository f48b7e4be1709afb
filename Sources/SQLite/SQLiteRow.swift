import GRDBSQLite
import Kernel

/// The current row of a statement, read in SQLite's memory: valid until the statement continues.
///
/// SAFETY: made inside `SQLiteStatements.run` alone, for what looks at the row there, while the
/// statement lives.
struct SQLiteRow: StoredRow {
    private let statement: OpaquePointer

    /// - Parameter statement: one that has just answered `SQLITE_ROW`.
    init(of statement: OpaquePointer) {
        self.statement = statement
    }

    func integer(at index: Int) throws(StoreError) -> Int64? {
        let column = try column(index)
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return sqlite3_column_int64(statement, column)
        case SQLITE_NULL: return nil
        default: throw .unexpectedColumn
        }
    }

    func text(at index: Int) throws(StoreError) -> String {
        let column = try column(index, holding: SQLITE_TEXT)
        let text = sqlite3_column_text(statement, column)
        return String(decoding: bytes(from: text, of: column), as: UTF8.self)
    }

    func blob(at index: Int) throws(StoreError) -> [UInt8]? {
        let column = try column(index)
        switch sqlite3_column_type(statement, column) {
        case SQLITE_BLOB:
            return [UInt8](bytes(from: sqlite3_column_blob(statement, column), of: column))
        case SQLITE_NULL: return nil
        default: throw .unexpectedColumn
        }
    }

    /// SQLite returns NULL for a column that does not exist.
    private func column(_ index: Int) throws(StoreError) -> Int32 {
        guard index < sqlite3_data_count(statement) else { throw .unexpectedColumn }
        return Int32(index)
    }

    private func column(_ index: Int, holding type: Int32) throws(StoreError) -> Int32 {
        let column = try column(index)
        guard sqlite3_column_type(statement, column) == type else { throw .unexpectedColumn }
        return column
    }

    /// - Parameter start: must be requested before the count, as SQLite demands.
    private func bytes(
        from start: UnsafeRawPointer?, of column: Int32
    ) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }
}
