import GRDB
import TestSupport
import Testing

extension World {
    /// What lies in the tables themselves, beside the daemon.
    ///
    /// - Returns: the table, the column and the bytes of each value that is text or bytes.
    func allValues() throws -> [(table: String, column: String, bytes: [UInt8])] {
        if let database { return try database.allValues() }
        return try inspect { database in
            let tables = try String.fetchAll(
                database,
                // What a virtual table holds lies in tables of its own, which are among these.
                sql: """
                    SELECT name FROM sqlite_master
                    WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
                    """)
            return try tables.flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").flatMap { row in
                    row.map { (table, $0, Self.bytes(of: $1)) }
                }
            }
        }
    }

    /// The number of a table's rows.
    func count(of table: String) throws -> Int {
        if let database { return try database.run("SELECT 1 FROM \(table)").count }
        return try inspect { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }

    private static func bytes(of value: DatabaseValue) -> [UInt8] {
        switch value.storage {
        case .string(let text): Array(text.utf8)
        case .blob(let data): Array(data)
        default: []
        }
    }

    private func inspect<Result>(_ body: (Database) throws -> Result) throws -> Result {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(
            path: "\(folder.path)/upfor.sqlite", configuration: configuration)
        return try queue.read(body)
    }
}

extension TestDatabase {
    fileprivate func allValues() throws -> [(table: String, column: String, bytes: [UInt8])] {
        let tables = try run("SELECT relname FROM pg_class WHERE relkind = 'r' AND \(isOurs)")
        return try tables.flatMap(\.self).flatMap { table in
            let name = String(decoding: table.bytes, as: UTF8.self)
            return try run("SELECT * FROM \(name)").flatMap(\.self).map {
                (name, $0.name, $0.bytes)
            }
        }
    }

    private var isOurs: String { "relnamespace = current_schema()::regnamespace" }
}

extension Trait where Self == ConditionTrait {
    /// For tests of what is SQLite's own: its plans, its triggers, its file.
    static var onSQLite: Self { .disabled(if: TestDatabase.isAtHand, "it is about SQLite") }
}
