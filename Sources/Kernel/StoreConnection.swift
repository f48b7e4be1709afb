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

/// The port behind which data lies: SQLite on one machine, PostgreSQL beyond it.
///
/// Writes are done in order, and so are the reads of one owner; different owners' reads take turns.
/// What became of writes goes to the sink that was given at start, after the commit that made them
/// durable, as many at once as the commit had; so do answers of reads. The value of a read goes to
/// whoever wants it, at once.
public protocol Store: AnyObject, Sendable {
    /// Runs jobs on the writer, one transaction each; their commits may be grouped.
    func write(_ jobs: [WriteJob])

    /// Runs jobs on the readers, each on the newest committed state.
    func read(_ jobs: [ReadJob])

    /// Reads at once, on the calling thread: for workers that may wait, never for a loop.
    func snapshot<Result>(
        _ body: (Snapshot) throws(Refusal) -> Result
    ) throws(Refusal) -> Result

    /// Finishes what was accepted, then closes. Later writes are dropped, later reads refused.
    func close()
}

/// What can go wrong below a transaction. Features never see it: the command is refused with
/// `INTERNAL`, and the event log has the details.
public enum StoreError: Error, Equatable, Sendable {
    /// A unique or foreign key said no: a rule that a feature should have checked first.
    case conflict(String)
    /// No space, or the file system is read-only: reads go on, writes come back by themselves.
    case full(String)
    /// The database's server does not answer: neither reads nor writes go on, and both come back by
    /// themselves.
    case unreachable(String)
    /// Another node was faster, and nothing was committed: the same again may be.
    case contended(String)
    /// The disk did not keep what it was given, or the data is damaged: whether a commit that
    /// ended so is durable is unknown until the next start, and nothing may be acknowledged.
    case broken(String)
    /// The database failed; the driver's own words.
    case failed(String)
    /// The row does not have the shape the query declares: a bug of ours or a foreign schema.
    case unexpectedColumn

    /// What the driver says of it, for the log.
    public var words: String {
        switch self {
        case .conflict(let words), .full(let words), .unreachable(let words), .broken(let words),
            .failed(let words), .contended(let words):
            words
        case .unexpectedColumn: "a row has other columns than were expected"
        }
    }

    /// Whether every command meets it, not this one alone: there is no use in trying the next.
    public var concernsEveryCommand: Bool {
        switch self {
        case .full, .unreachable, .broken, .contended: true
        case .conflict, .failed, .unexpectedColumn: false
        }
    }
}

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

/// One step of the schema, applied once and never changed afterwards.
///
/// Where SQLite and PostgreSQL spell a thing differently, the text has a placeholder: `{id}` (a
/// 64-bit primary key made by the daemon), `{blob}` (bytes), `{clustered}` (the table is its
/// primary key), `{nfc COLUMN}` (its text in Unicode NFC), `{words.table NAME}` (see
/// ``WordIndex``).
public struct Migration: Sendable {
    /// `<feature>.<number>`.
    public let name: String
    /// Statements, separated by semicolons.
    public let text: String

    /// The step `name`.
    public init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }

    /// The statements as `dialect` spells them.
    public func text(in dialect: Dialect) -> String { dialect.spelled(text) }
}
