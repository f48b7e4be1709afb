import CPostgreSQL
import Kernel

/// The names of the statements of one connection, each prepared once and kept by the server.
struct PreparedStatements {
    /// A statement, and the types of its values: NULL has no type of its own.
    struct Shape: Hashable {
        let words: SQL.Words
        let types: [Oid]

        init(_ sql: SQL) {
            words = sql.words
            types = sql.binds.map(\.type)
        }

        /// The text for the server.
        var text: String { PreparedStatements.numbered(Dialect.postgreSQL.spelled(words.text)) }
    }

    private var names: [Shape: String] = [:]
    /// The names of statements that are not known to be prepared yet.
    private var drafts: [Shape: String] = [:]
    private var count = 0

    /// Forgets all names: a new connection knows none of them.
    mutating func forget() { self = PreparedStatements() }

    /// - Returns: its name, and whether it is new: then it must be prepared first.
    mutating func name(of shape: Shape) -> (String, isNew: Bool) {
        if let name = names[shape] ?? drafts[shape] { return (name, false) }
        let name = "s\(count)"
        count += 1
        drafts[shape] = name
        return (name, true)
    }

    /// The server has prepared it.
    mutating func keep(_ shape: Shape, as name: String) { names[shape] = name }

    /// Whether the server will have it is unknown from now on.
    mutating func forget(_ shape: Shape) { drafts[shape] = nil }

    /// A statement with `$1`, `$2` … in place of each `?` outside quotes.
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
