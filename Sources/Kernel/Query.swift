/// A statement and how to read one of its rows.
public struct Query<Row: Sendable>: Sendable {
    /// What to ask.
    public let sql: SQL
    /// Reads one row, left to right.
    public let decode: @Sendable (inout Columns) throws(StoreError) -> Row

    /// A query that answers rows as `decode` reads them.
    public init(
        _ sql: SQL, decode: @escaping @Sendable (inout Columns) throws(StoreError) -> Row
    ) {
        self.sql = sql
        self.decode = decode
    }
}

/// The columns of one row, taken left to right in the order of the SELECT list.
public struct Columns {
    private let values: [SQL.Value]
    private var index = 0

    /// A row, as a driver read it.
    public init(_ values: [SQL.Value]) { self.values = values }

    private mutating func next() throws(StoreError) -> SQL.Value {
        guard index < values.count else { throw .unexpectedColumn }
        defer { index += 1 }
        return values[index]
    }

    /// A whole number.
    public mutating func integer() throws(StoreError) -> Int64 {
        guard case .integer(let value) = try next() else { throw .unexpectedColumn }
        return value
    }

    /// A whole number, or nil for NULL.
    public mutating func optionalInteger() throws(StoreError) -> Int64? {
        switch try next() {
        case .integer(let value): return value
        case .null: return nil
        default: throw .unexpectedColumn
        }
    }

    /// A text.
    public mutating func text() throws(StoreError) -> String {
        guard case .text(let value) = try next() else { throw .unexpectedColumn }
        return value
    }

    /// Bytes.
    public mutating func blob() throws(StoreError) -> [UInt8] {
        guard case .blob(let value) = try next() else { throw .unexpectedColumn }
        return value
    }

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
