/// How a database spells what has no common spelling: placeholders in migrations and statements.
public struct Dialect: Sendable {
    private let spelling: [String: String]

    /// SQLite 3.40, with FTS5.
    public static let sqlite = Dialect(spelling: [
        "id": "INTEGER PRIMARY KEY", "blob": "BLOB", "clustered": "WITHOUT ROWID",
        "words.table": """
        CREATE VIRTUAL TABLE $ USING fts5 (words, content = '', columnsize = 0,
            tokenize = 'unicode61 remove_diacritics 2')
        """,
        "words.insert": "INSERT INTO $ (rowid, words) VALUES (?, ?)",
        "words.remove": "INSERT INTO $ ($, rowid, words) VALUES ('delete', ?, ?)",
        "words.forget": "INSERT INTO $ ($, rank) VALUES ('merge', -500)",
        "words.find": """
        SELECT rowid FROM $ WHERE $ MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?
        """,
    ])
    /// PostgreSQL 15.
    public static let postgreSQL = Dialect(spelling: [
        "id": "BIGINT PRIMARY KEY", "blob": "BYTEA", "clustered": "",
        "words.table": """
        CREATE TABLE $ (id BIGINT PRIMARY KEY, words TSVECTOR NOT NULL);
        CREATE INDEX $_words ON $ USING gin (words)
        """,
        "words.insert": "INSERT INTO $ (id, words) VALUES (?, to_tsvector('simple', ?))",
        "words.remove": "DELETE FROM $ WHERE id = ? AND words = to_tsvector('simple', ?)",
        "words.forget": "DELETE FROM $ WHERE id IS NULL",
        "words.find": """
        SELECT id FROM $
        WHERE words @@ to_tsquery('simple', replace(replace(?, ' ', ' & '), '*', ':*'))
            AND id < ?
        ORDER BY id DESC LIMIT ?
        """,
    ])

    /// `text` with each `{placeholder}`, or `{placeholder NAME}`, as this database spells it; what
    /// is none stays.
    public func spelled(_ text: String) -> String {
        text.split(separator: "{", omittingEmptySubsequences: false).enumerated()
            .map { index, part in
                guard index > 0 else { return String(part) }
                guard let end = part.firstIndex(of: "}") else { return "{\(part)" }
                let word = part[..<end].split(separator: " ", maxSplits: 1).map(String.init)
                let name = word.count > 1 ? word[1] : ""
                let spelled = spelling[word.first ?? ""]?.replacing("$", with: name)
                return (spelled ?? "{\(part[..<end])}") + part[part.index(after: end)...]
            }
            .joined()
    }
}
