/// One connection to a database, as a driver offers it. Used by one thread at a time.
public protocol StoreConnection: AnyObject {
    /// Runs one statement and hands its rows to `row`, in order.
    ///
    /// - Returns: the number of rows that a writing statement changed.
    @discardableResult
    func run(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(StoreError) -> Int

    /// Runs one statement that changes something, and whose outcome nobody waits for: what it fails
    /// with a later one throws, at the latest the commit.
    func change(_ sql: SQL) throws(StoreError)

    /// Whether there is something to be gained by ``foresee(_:)``: the database is elsewhere.
    var foresees: Bool { get }

    /// Has looks taken together that will be asked for soon, by ``run(_:_:)`` with the same
    /// statement and values. What is changed until then is seen all the same.
    func foresee(_ looks: [SQL]) throws(StoreError)

    /// The next number of `sequence`: 1, 2, 3 … without gaps; undone with the transaction.
    ///
    /// - Parameter id: of what is numbered, if it is made already: ids ascend with the numbers.
    func next(of sequence: Sequence, for id: Int64?) throws(StoreError) -> UInt32

    /// The next number of each of several sequences, and an id that is larger than that of anything
    /// that was numbered before.
    ///
    /// - Parameter makeID: a new one, larger than all before.
    func next(
        of sequences: [Sequence], makeID: () -> Int64
    ) throws(StoreError) -> (numbers: [UInt32], id: Int64)

    /// Whether other nodes serve the same data now.
    func hasNeighbours() throws(StoreError) -> Bool
}

extension StoreConnection {
    /// There is nothing to be gained.
    public func change(_ sql: SQL) throws(StoreError) { try run(sql) { _ throws(StoreError) in } }

    /// There is nothing to be gained.
    public var foresees: Bool { false }

    /// There is nothing to be gained.
    public func foresee(_ looks: [SQL]) throws(StoreError) {}

    /// One after the other.
    public func next(
        of sequences: [Sequence], makeID: () -> Int64
    ) throws(StoreError) -> (numbers: [UInt32], id: Int64) {
        let id = makeID()
        var numbers: [UInt32] = []
        numbers.reserveCapacity(sequences.count)
        for sequence in sequences { numbers.append(try next(of: sequence, for: id)) }
        return (numbers, id)
    }

    /// There are none.
    public func hasNeighbours() throws(StoreError) -> Bool { false }
}

extension StoreConnection {
    /// The first row that the query answers, if any.
    package func first<Row>(_ query: Query<Row>) throws(StoreError) -> Row? {
        var first: Row?
        try run(query.sql) { columns throws(StoreError) in
            if first == nil { first = try query.decode(&columns) }
        }
        return first
    }
}

/// A row of gapless numbers that only the writer advances: a user's inbox, a room's messages.
public struct Sequence: Hashable, Sendable {
    /// What is numbered: one letter per kind of owner.
    public let kind: String
    /// Whose numbers these are.
    public let owner: Int64
    /// Asks for the last number used, for a driver that keeps sequences in memory.
    public var recovery: SQL { makeRecovery() }

    private let makeRecovery: @Sendable () -> SQL

    /// - Parameter recovery: answers one row with one number, 0 when there is none yet. Made
    ///   when it is asked for, which is seldom.
    public init(
        kind: String, owner: Int64, recovery: @autoclosure @escaping @Sendable () -> SQL
    ) {
        self.kind = kind
        self.owner = owner
        makeRecovery = recovery
    }

    /// The same numbering, however it is recovered.
    public static func == (left: Self, right: Self) -> Bool {
        left.owner == right.owner && left.kind == right.kind
    }

    /// By kind and owner.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(owner)
        hasher.combine(kind)
    }
}
