/// How a database spells what has no common spelling: the placeholders in migrations and
/// statements.
public struct Dialect: Sendable {
    private let spelling: [String: String]

    /// SQLite 3.40, with FTS5.
    public static let sqlite = Dialect(spelling: [
        "id": "INTEGER PRIMARY KEY", "blob": "BLOB", "clustered": "WITHOUT ROWID",
        // Its driver has it.
        "nfc": "nfc($)",
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
        "id": "BIGINT PRIMARY KEY", "blob": "BYTEA", "clustered": "", "nfc": "normalize($)",
        "words.table": """
        CREATE TABLE $ (id BIGINT PRIMARY KEY, words TSVECTOR NOT NULL);
        CREATE INDEX $_words ON $ USING gin (words)
        """,
        // Words go in as they are: PostgreSQL's parser would take some of them apart. One may have
        // 2,046 bytes there, which are 500 letters at least.
        "words.insert": """
        INSERT INTO $ (id, words)
        SELECT ?, array_to_tsvector(array_agg(left(word, 500)))
        FROM unnest(string_to_array(?, ' ')) AS word
        """,
        // The words are not needed here: the table has them.
        "words.remove": "DELETE FROM $ WHERE id = ? AND ?::text IS NOT NULL",
        "words.forget": "DELETE FROM $ WHERE id IS NULL",
        // Materialized: otherwise the planner walks through all users' messages, the newest first,
        // in the hope of finding a frequent word. With 300,000 messages that took 273 to 332 ms,
        // and takes 0.9 to 1.6 so (config/load/words.sql).
        "words.find": """
        WITH found AS MATERIALIZED (
            SELECT id FROM $
            WHERE words @@ (
                    SELECT string_agg(
                        CASE WHEN right(word, 1) = '*' THEN left(rtrim(word, '*'), 500) || ':*'
                            ELSE left(word, 500) END, ' & ')
                    FROM unnest(string_to_array(?, ' ')) AS word)::tsquery
                AND id < ?)
        SELECT id FROM found ORDER BY id DESC LIMIT ?
        """,
    ])

    /// `text` with each `{placeholder}`, or `{placeholder NAME}`, as this database spells it; other
    /// braces stay.
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
