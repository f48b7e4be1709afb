import CPostgreSQL
import Kernel

/// The statements of one connection, each prepared once and kept by the server.
final class PreparedStatements {
    /// A statement, and the types of its values: NULL has none of its own.
    private struct Shape: Hashable {
        let words: SQL.Words
        let types: [Oid]
    }

    private let link: ServerLink
    private var names: [Shape: String] = [:]

    init(on link: ServerLink) { self.link = link }

    /// A new connection knows none of them.
    func forget() { names = [:] }

    /// Runs one statement and hands its rows to `row`.
    ///
    /// - Returns: how many rows were changed; 0 for a statement that only looks.
    func run(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        let name = try name(of: sql)
        let bound = try BoundValues(sql)
        let outcome = try link.ask { handle in
            bound.withPointers { values, lengths, formats in
                PQsendQueryPrepared(
                    handle, name, Int32(sql.binds.count), values, lengths, formats, 1)
            }
        }
        defer { outcome.clear() }
        try outcome.check()
        for index in 0..<outcome.rowCount {
            var columns = Columns(try outcome.values(ofRow: index))
            try row(&columns)
        }
        return outcome.tag.hasPrefix("SELECT") ? 0 : outcome.count
    }

    private func name(of sql: SQL) throws(StoreError) -> String {
        let shape = Shape(words: sql.words, types: sql.binds.map(\.type))
        if let name = names[shape] { return name }
        let name = "s\(names.count)"
        let text = Self.numbered(Dialect.postgreSQL.spelled(sql.text))
        let prepared = try link.ask {
            PQsendPrepare($0, name, text, Int32(shape.types.count), shape.types)
        }
        defer { prepared.clear() }
        try prepared.check()
        names[shape] = name
        return name
    }

    /// A statement with `$1`, `$2` … in the place of each `?` that stands outside of quotes.
    static func numbered(_ text: String) -> String {
        var numbered = ""
        var count = 0
        var isQuoted = false
        for character in text {
            if character == "'" { isQuoted.toggle() }
            if character == "?", !isQuoted {
                count += 1
                numbered += "$\(count)"
            } else {
                numbered.append(character)
            }
        }
        return numbered
    }
}
