import Wire

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
/// Good for as long as the driver shows the row: nobody keeps a copy.
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
    public mutating func blob() throws(StoreError) -> [UInt8] { try row.blob(at: next()) }

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
