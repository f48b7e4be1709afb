import Kernel
import Storage

extension PostgreSQLConnection {
    /// Checks what durability and order depend on, applies the missing steps of the schema, and
    /// continues the ids where they ended.
    func prepare(_ migrations: [Migration]) throws(StoreError) {
        try checkServer()
        try whileOthersWait { () throws(StoreError) in
            try execute("CREATE TABLE IF NOT EXISTS schema_step (name TEXT PRIMARY KEY)")
            try resumeTally()
            for step in try missingSteps(of: migrations) { try apply(step) }
            try execute(role.isNode ? NodeRow.creation : NodeRow.release)
            try resumeIDs()
        }
    }

    /// Checks what can be checked while another daemon may use the data.
    func look(_ migrations: [Migration]) throws(StoreError) {
        try checkServer()
        // Only the table of a schema that is searched.
        let table = Query("SELECT count(*) FROM pg_class WHERE oid = to_regclass('schema_step')") {
            columns throws(StoreError) in try columns.integer()
        }
        if try first(table) != 0 { _ = try missingSteps(of: migrations) }
    }

    private func missingSteps(of all: [Migration]) throws(StoreError) -> [Migration] {
        var done: Set<String> = []
        try run("SELECT name FROM schema_step") { columns throws(StoreError) in
            done.insert(try columns.text())
        }
        return try SchemaSteps(all).missing(from: done)
    }

    private func apply(_ step: Migration) throws(StoreError) {
        try begin()
        do throws(StoreError) {
            try execute(step.text(in: .postgreSQL))
            try run("INSERT INTO schema_step (name) VALUES (\(step.name))") {
                _ throws(StoreError) in
            }
            try commit()
        } catch {
            rollback()
            throw .failed("step \(step.name): \(error)")
        }
    }

    private func checkServer() throws(StoreError) {
        try expect(setting: "server_version_num", "150000 or more") { Int($0) ?? 0 >= 150_000 }
        try expect(setting: "server_encoding", "UTF8") { $0 == "UTF8" }
        try expect(setting: "fsync", "on") { $0 == "on" }
        // Names are in the order of their bytes, as with SQLite. And an index in another order is
        // damaged whenever the system changes that order.
        try expect(
            "the order of the database", "C (CREATE DATABASE … LOCALE 'C' TEMPLATE template0)",
            "SELECT datcollate FROM pg_database WHERE datname = current_database()"
        ) { $0 == "C" || $0 == "POSIX" }
    }

    private func expect(
        setting name: String, _ expected: String, _ isGood: (String) -> Bool
    ) throws(StoreError) {
        try expect(name, expected, "SELECT current_setting(\(name))", isGood)
    }

    private func expect(
        _ what: String, _ expected: String, _ question: SQL, _ isGood: (String) -> Bool
    ) throws(StoreError) {
        let query = Query(question) { columns throws(StoreError) in try columns.text() }
        let found = try first(query) ?? "none"
        guard isGood(found) else {
            throw .failed("expected \(what) to be \(expected), got \(found)")
        }
    }
}
