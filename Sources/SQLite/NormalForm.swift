import GRDBSQLite
import Wire

/// The function `nfc` of SQL: a text in Unicode NFC.
/// - Source: https://www.sqlite.org/appfunc.html
enum NormalForm {
    /// Adds it to what statements of a connection may call.
    static func add(to database: OpaquePointer) {
        sqlite3_create_function_v2(
            database, "nfc", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, _, values in
                guard let value = values?[0] else { return }
                let text = sqlite3_value_text(value).map { String(cString: $0) } ?? ""
                let normal = text.normalized
                guard !normal.isSame(as: text) else { return sqlite3_result_value(context, value) }
                sqlite3_result_text(context, normal, -1, SQLiteStatements.copied)
            }, nil, nil, nil)
    }
}
