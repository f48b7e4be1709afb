import Wire

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

    /// This statement with another text and the same binds, for a connection that rewrites
    /// statements.
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
        /// Binds a whole number, or NULL.
        public mutating func appendInterpolation(_ value: Int64?) {
            bind(value.map { .integer($0) } ?? .null)
        }
        /// Binds a position or a count.
        public mutating func appendInterpolation(_ value: UInt32) { bind(.integer(Int64(value))) }
        /// Binds a text.
        public mutating func appendInterpolation(_ value: String) { bind(.text(value)) }
        /// Binds bytes.
        public mutating func appendInterpolation(_ value: [UInt8]) { bind(.blob(value)) }
        /// Binds bytes, or NULL.
        public mutating func appendInterpolation(_ value: [UInt8]?) {
            bind(value.map { .blob($0) } ?? .null)
        }
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
        /// Inserts a part of a statement, with its own binds. Its text must be the program's own.
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

extension SQL {
    /// The text of a statement without its values: what a driver prepares once.
    ///
    /// Two statements are compared by the addresses of their pieces in the program, not by their
    /// text.
    public struct Words: Hashable, Sendable {
        /// The program's pieces; none when the text comes from outside.
        let pieces: [StaticString]
        /// Text that is not the program's own.
        private let other: String?

        /// Whether the text is the program's own.
        var isOurs: Bool { other == nil }

        init(_ pieces: [StaticString]) { (self.pieces, other) = (pieces, nil) }

        init(_ text: String) { (pieces, other) = ([], text) }

        /// The statement, with `?` for each bind.
        public var text: String { other ?? pieces.map(\.description).joined() }

        /// Whether both are the same place of the program, or the same text from outside.
        public static func == (left: Self, right: Self) -> Bool {
            left.pieces.elementsEqual(right.pieces) { $0.isSame(as: $1) }
                && left.other == right.other
        }

        /// Hashes the address of the first piece: few statements share one.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(pieces.first?.place)
            hasher.combine(pieces.count)
            if let other { hasher.combine(other) }
        }
    }
}

extension StaticString {
    /// Its address in the program.
    fileprivate var place: UInt {
        hasPointerRepresentation ? UInt(bitPattern: utf8Start) : UInt(unicodeScalar.value)
    }

    fileprivate func isSame(as other: StaticString) -> Bool {
        place == other.place
            && (!hasPointerRepresentation || utf8CodeUnitCount == other.utf8CodeUnitCount)
    }
}

/// A statement and how to read one of its rows.
public struct Query<Row: Sendable>: Sendable {
    /// What to ask.
    public let sql: SQL
    /// Reads one row, left to right.
    public let decode: @Sendable (inout Columns) throws(StoreError) -> Row

    /// A query whose rows `decode` reads.
    public init(
        _ sql: SQL, decode: @escaping @Sendable (inout Columns) throws(StoreError) -> Row
    ) {
        self.sql = sql
        self.decode = decode
    }
}

/// How many entries a page may have.
public enum PageLimit {
    /// A command's `limit`.
    ///
    /// - Throws: `INVALID_FIELD` for one outside the range.
    public static func of(
        _ limit: UInt32, in range: ClosedRange<UInt32> = 1...100
    ) throws(Refusal) -> Int {
        guard range.contains(limit) else {
            throw Refusal(
                .invalidField, field: "limit",
                "expected \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(limit)
    }
}

/// The columns of one row, taken left to right in the order of the SELECT list.
///
/// Valid for as long as the driver shows the row.
public struct Columns {
    private let row: any StoredRow
    private var index = 0

    /// - Parameter row: as a driver has it.
    public init(_ row: some StoredRow) { self.row = row }

    private mutating func next() -> Int {
        defer { index += 1 }
        return index
    }

    /// A whole number.
    public mutating func integer() throws(StoreError) -> Int64 {
        guard let value = try optionalInteger() else { throw .unexpectedColumn }
        return value
    }

    /// A whole number, or nil for NULL.
    public mutating func optionalInteger() throws(StoreError) -> Int64? {
        try row.integer(at: next())
    }

    /// A text.
    public mutating func text() throws(StoreError) -> String { try row.text(at: next()) }

    /// Bytes.
    public mutating func blob() throws(StoreError) -> [UInt8] {
        guard let value = try optionalBlob() else { throw .unexpectedColumn }
        return value
    }

    /// Bytes, or nil for NULL.
    public mutating func optionalBlob() throws(StoreError) -> [UInt8]? { try row.blob(at: next()) }

    /// An id.
    public mutating func id<Entity>() throws(StoreError) -> Identifier<Entity> {
        Identifier(rawValue: try integer())
    }

    /// A position or a count, 0 or more.
    public mutating func count() throws(StoreError) -> UInt32 {
        guard let value = UInt32(exactly: try integer()) else { throw .unexpectedColumn }
        return value
    }

    /// 0 or 1.
    public mutating func flag() throws(StoreError) -> Bool { try integer() != 0 }

    /// A time, stored as milliseconds since 1970.
    public mutating func moment() throws(StoreError) -> Moment {
        Moment(unixMilliseconds: try integer())
    }

    /// A time, or nil for NULL.
    public mutating func optionalMoment() throws(StoreError) -> Moment? {
        try optionalInteger().map(Moment.init(unixMilliseconds:))
    }
}
