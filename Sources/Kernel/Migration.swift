/// One step of the schema, applied once and never changed afterwards.
///
/// Where SQLite and PostgreSQL spell a thing differently, the text has a placeholder: `{id}` (a
/// 64-bit primary key made by the daemon), `{blob}` (bytes), `{clustered}` (the table is its
/// primary key).
public struct Migration: Sendable {
    /// `<feature>.<number>`.
    public let name: String
    /// Statements, separated by semicolons.
    public let text: String

    /// The step `name`.
    public init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    /// How a driver spells the placeholders.
    public struct Dialect: Sendable {
        let id: String
        let blob: String
        let clustered: String

        /// SQLite 3.40.
        public static let sqlite = Dialect(
            id: "INTEGER PRIMARY KEY", blob: "BLOB", clustered: "WITHOUT ROWID")
        /// PostgreSQL 15.
        public static let postgreSQL = Dialect(
            id: "BIGINT PRIMARY KEY", blob: "BYTEA", clustered: "")
    }

    /// The statements as `dialect` spells them.
    public func text(in dialect: Dialect) -> String {
        let spelling = ["id": dialect.id, "blob": dialect.blob, "clustered": dialect.clustered]
        return text.split(separator: "{", omittingEmptySubsequences: false).enumerated()
            .map { index, part in
                guard index > 0 else { return String(part) }
                guard let end = part.firstIndex(of: "}") else { return "{\(part)" }
                let word = spelling[String(part[..<end])] ?? "{\(part[..<end])}"
                return word + part[part.index(after: end)...]
            }
            .joined()
    }
}
