import Kernel

/// A database that has one answer to everything.
final class FakeConnection: StoreConnection {
    let rows: [[SQL.Value]]
    let error: StoreError?
    private(set) var statements: [SQL] = []
    private var numbers: [Sequence: UInt32] = [:]

    init(rows: [[SQL.Value]] = [], error: StoreError? = nil) {
        self.rows = rows
        self.error = error
    }

    func run(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        statements.append(sql)
        if let error { throw error }
        for values in rows {
            var columns = Columns(values)
            try row(&columns)
        }
        return rows.count
    }

    func next(of sequence: Sequence, for id: Int64?) throws(StoreError) -> UInt32 {
        if let error { throw error }
        numbers[sequence, default: 0] += 1
        return numbers[sequence, default: 0]
    }
}

extension Transaction {
    /// A transaction at a fixed time, with noughts for chance.
    convenience init(on connection: FakeConnection) {
        self.init(
            on: connection, now: Moment(unixMilliseconds: 1_795_176_000_000),
            ids: IdentifierBox(node: 0), entropy: { [UInt8](repeating: 0, count: $0) })
    }
}
