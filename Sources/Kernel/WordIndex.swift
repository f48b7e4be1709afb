/// An index of the words of texts.
///
/// SQLite's FTS5 and PostgreSQL's `tsvector` share no syntax, but they take the same input and
/// answer the same queries; ``Dialect`` spells both. Text of users never gets here, only words:
/// letters, digits and marks, in lower case.
public struct WordIndex: Sendable {
    private let table: StaticString

    /// - Parameter table: its name.
    public init(_ table: StaticString) {
        self.table = table
    }

    /// The placeholder that creates it, for a migration.
    public var creation: String { "{words.table \(table)}" }

    /// Adds a text.
    ///
    /// - Parameter words: the text's, separated by blanks.
    public func insert(_ id: Int64, words: String) -> SQL {
        ("\(id)\(words)" as SQL).reworded("{words.insert \(table)}")
    }

    /// Removes a text, which was added with the same words.
    public func remove(_ id: Int64, words: String) -> SQL {
        ("\(id)\(words)" as SQL).reworded("{words.remove \(table)}")
    }

    /// Merges away some entries of removed texts, which FTS5 keeps until then: 2 MB of the index,
    /// so that it takes milliseconds.
    public var forgetting: SQL { ("" as SQL).reworded("{words.forget \(table)}") }

    /// The texts that have all of these words, the largest id first.
    ///
    /// - Parameters:
    ///   - words: separated by blanks. A `*` behind a word matches all words that begin with it.
    ///   - id: only smaller ones.
    public func find(words: String, before id: Int64, limit: Int) -> Query<Int64> {
        let binds: SQL = "\(words)\(id)\(Int64(limit))"
        return Query(binds.reworded("{words.find \(table)}")) { columns throws(StoreError) in
            try columns.integer()
        }
    }
}
