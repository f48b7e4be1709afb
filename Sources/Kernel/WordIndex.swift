/// An index of the words of texts.
///
/// SQLite's FTS5 and PostgreSQL's `tsvector` have nothing in common but this: what they are given,
/// and what they are asked, is the same for both, and ``Dialect`` spells it. What people typed
/// never gets here: only words, which hold letters, digits and marks, in lower case.
public struct WordIndex: Sendable {
    private let table: StaticString

    /// - Parameter table: its name.
    public init(_ table: StaticString) {
        self.table = table
    }

    /// Makes it: for a migration.
    public var creation: String { "{words.table \(table)}" }

    /// Puts a text in.
    ///
    /// - Parameter words: the text's, separated by blanks.
    public func insert(_ id: Int64, words: String) -> SQL {
        ("\(id)\(words)" as SQL).reworded("{words.insert \(table)}")
    }

    /// Takes a text out, which was put in with the same words.
    public func remove(_ id: Int64, words: String) -> SQL {
        ("\(id)\(words)" as SQL).reworded("{words.remove \(table)}")
    }

    /// Lets go of some of what was taken out and is still noted beside it: 2 MB of the index, so
    /// that it takes milliseconds.
    public var forgetting: SQL { ("" as SQL).reworded("{words.forget \(table)}") }

    /// The texts that have all of these words, the largest id first.
    ///
    /// - Parameters:
    ///   - words: separated by blanks; a `*` behind one: whatever begins with it.
    ///   - id: only smaller ones.
    public func find(words: String, before id: Int64, limit: Int) -> Query<Int64> {
        let binds: SQL = "\(words)\(id)\(Int64(limit))"
        return Query(binds.reworded("{words.find \(table)}")) { columns throws(StoreError) in
            try columns.integer()
        }
    }
}
