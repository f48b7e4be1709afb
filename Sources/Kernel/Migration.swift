/// One step of the schema, applied once and never changed afterwards.
///
/// Where SQLite and PostgreSQL spell a thing differently, the text has a placeholder: `{id}` (a
/// 64-bit primary key made by the daemon), `{blob}` (bytes), `{clustered}` (the table is its
/// primary key), `{nfc COLUMN}` (its text in Unicode NFC), `{words.table NAME}` (see
/// ``WordIndex``).
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

    /// The statements as `dialect` spells them.
    public func text(in dialect: Dialect) -> String { dialect.spelled(text) }
}
