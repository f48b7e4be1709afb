import Kernel
import Testing

@Suite struct `A migration` {
    static let table = Migration(
        "demo.1", "CREATE TABLE t (id {id}, body {blob} NOT NULL, PRIMARY KEY (id)) {clustered};")

    @Test func `is spelled as SQLite wants it`() {
        #expect(
            Self.table.text(in: .sqlite)
                == "CREATE TABLE t (id INTEGER PRIMARY KEY, body BLOB NOT NULL, PRIMARY KEY (id)) "
                + "WITHOUT ROWID;")
    }

    @Test func `is spelled as PostgreSQL wants it`() {
        #expect(
            Self.table.text(in: .postgreSQL)
                == "CREATE TABLE t (id BIGINT PRIMARY KEY, body BYTEA NOT NULL, PRIMARY KEY (id)) ;"
        )
    }

    @Test(arguments: ["", "no placeholder", "{unknown}", "{", "}", "{open", "'{}'", "}{"])
    func `leaves alone what is no placeholder`(text: String) {
        #expect(Migration("demo.1", text).text(in: .sqlite) == text)
    }
}
