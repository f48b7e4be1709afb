/// One row, as a driver has it: each column is read when it is asked for.
public protocol StoredRow {
    /// A whole number, or nil for NULL.
    ///
    /// - Throws: `unexpectedColumn` when the column is anything else, or there is none at `index`.
    func integer(at index: Int) throws(StoreError) -> Int64?
    /// A text; errors as above, for NULL, too.
    func text(at index: Int) throws(StoreError) -> String
    /// Bytes; errors as above, for NULL, too.
    func blob(at index: Int) throws(StoreError) -> [UInt8]
}

/// A row that was read whole.
extension [SQL.Value]: StoredRow {
    private func value(at index: Int) throws(StoreError) -> SQL.Value {
        guard indices.contains(index) else { throw .unexpectedColumn }
        return self[index]
    }

    /// A whole number, or nil for NULL.
    public func integer(at index: Int) throws(StoreError) -> Int64? {
        switch try value(at: index) {
        case .integer(let value): return value
        case .null: return nil
        default: throw .unexpectedColumn
        }
    }

    /// A text.
    public func text(at index: Int) throws(StoreError) -> String {
        guard case .text(let value) = try value(at: index) else { throw .unexpectedColumn }
        return value
    }

    /// Bytes.
    public func blob(at index: Int) throws(StoreError) -> [UInt8] {
        guard case .blob(let value) = try value(at: index) else { throw .unexpectedColumn }
        return value
    }
}
