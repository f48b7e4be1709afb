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

    @Test func `makes an index of words, in the words of each database`() {
        let words = WordIndex("said")
        #expect(
            Dialect.sqlite.spelled(words.creation).hasPrefix("CREATE VIRTUAL TABLE said USING fts5")
        )
        #expect(
            Dialect.postgreSQL.spelled(words.creation).hasSuffix(
                "CREATE INDEX said_words ON said USING gin (words)"))
        let put = words.insert(7, words: "lunch today")
        #expect(put.binds == [.integer(7), .text("lunch today")])
        #expect(
            Dialect.sqlite.spelled(put.text) == "INSERT INTO said (rowid, words) VALUES (?, ?)")
        #expect(Dialect.postgreSQL.spelled(put.text).hasPrefix("INSERT INTO said (id, words)"))
        let asked = words.find(words: "lunch tod*", before: 9, limit: 5).sql
        #expect(asked.binds == [.text("lunch tod*"), .integer(9), .integer(5)])
        for dialect in [Dialect.sqlite, .postgreSQL] {
            for sql in [put, words.remove(7, words: "x"), asked] {
                let spelled = dialect.spelled(sql.text)
                #expect(spelled.filter { $0 == "?" }.count == sql.binds.count)
                #expect(!spelled.contains("{"))
            }
        }
    }

    @Test(arguments: ["", "no placeholder", "{unknown}", "{", "}", "{open", "'{}'", "}{"])
    func `leaves alone what is no placeholder`(text: String) {
        #expect(Migration("demo.1", text).text(in: .sqlite) == text)
    }
}
