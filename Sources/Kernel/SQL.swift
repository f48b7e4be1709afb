/// A statement whose interpolated values become bind parameters, never text.
///
/// `"SELECT body FROM event WHERE id = \(id)"` is `SELECT … = ?` with one bind, so a query reads
/// like SQL and cannot be injected into. A statement that is interpolated becomes a part of it. The
/// subset is what SQLite 3.40 and PostgreSQL 15 share.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// One bind parameter, or one column of a row.
    public enum Value: Equatable, Sendable {
        case null
        case integer(Int64)
        case text(String)
        case blob([UInt8])
    }

    /// The statement without its values.
    public let words: Words
    /// The values of the `?`s, in order.
    public let binds: [Value]

    /// The statement, with `?` for each bind.
    public var text: String { words.text }

    /// This statement in other words, with the same binds: for whoever listens in on a connection.
    package func reworded(_ text: String) -> SQL { SQL(words: Words(text), binds: binds) }

    private init(words: Words, binds: [Value]) {
        self.words = words
        self.binds = binds
    }

    /// A statement without binds.
    public init(stringLiteral text: StaticString) {
        words = Words([text])
        binds = []
    }

    /// A statement whose values are bound.
    public init(stringInterpolation parts: StringInterpolation) {
        words = Words(parts.pieces)
        binds = parts.binds
    }

    /// Collects the words and the binds.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [StaticString] = []
        fileprivate var binds: [Value] = []

        /// Starts with nothing.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
            binds.reserveCapacity(interpolationCount)
        }

        /// Adds a piece of the statement itself.
        public mutating func appendLiteral(_ literal: StaticString) { pieces.append(literal) }
        /// Binds a whole number.
        public mutating func appendInterpolation(_ value: Int64) { bind(.integer(value)) }
        /// Binds a position or a count.
        public mutating func appendInterpolation(_ value: UInt32) { bind(.integer(Int64(value))) }
        /// Binds a text.
        public mutating func appendInterpolation(_ value: String) { bind(.text(value)) }
        /// Binds bytes.
        public mutating func appendInterpolation(_ value: [UInt8]) { bind(.blob(value)) }
        /// Binds an id.
        public mutating func appendInterpolation<Entity>(_ id: Identifier<Entity>) {
            bind(.integer(id.rawValue))
        }
        /// Binds a time, as milliseconds since 1970.
        public mutating func appendInterpolation(_ moment: Moment) {
            bind(.integer(moment.unixMilliseconds))
        }
        /// Binds a time, or NULL.
        public mutating func appendInterpolation(_ moment: Moment?) {
            bind(moment.map { .integer($0.unixMilliseconds) } ?? .null)
        }
        /// Binds true as 1, false as 0.
        public mutating func appendInterpolation(_ value: Bool) { bind(.integer(value ? 1 : 0)) }
        /// Puts in a part of a statement, with its own binds: in the program's own words.
        public mutating func appendInterpolation(_ part: SQL) {
            precondition(part.words.isOurs, "a part of a statement was reworded")
            pieces += part.words.pieces
            binds += part.binds
        }

        private mutating func bind(_ value: Value) {
            pieces.append("?")
            binds.append(value)
        }
    }
}
