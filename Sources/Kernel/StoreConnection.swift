/// One connection to a database, as a driver offers it. Used by one thread at a time.
public protocol StoreConnection: AnyObject {
    /// Runs one statement and passes its rows to `row`, in order.
    ///
    /// - Returns: the number of rows that a writing statement changed.
    @discardableResult
    func run(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(StoreError) -> Int

    /// Runs one statement that changes something, without waiting for its outcome. Its failure is
    /// thrown by a later statement, at the latest by the commit.
    func change(_ sql: SQL) throws(StoreError)

    /// Whether ``foresee(_:)`` saves round trips: the database is on a server.
    var foresees: Bool { get }

    /// Sends queries together that ``run(_:_:)`` will soon receive, with the same statements and
    /// values. A later change is seen all the same.
    func foresee(_ looks: [SQL]) throws(StoreError)

    /// The next number of `sequence`: 1, 2, 3 … without gaps; undone with the transaction.
    ///
    /// - Parameter id: the id of the numbered entity, if it has one already. Ids ascend with the
    ///   numbers.
    func next(of sequence: Sequence, for id: Int64?) throws(StoreError) -> UInt32

    /// The next number of each of several sequences, and an id that is larger than the id of
    /// anything that they numbered before.
    ///
    /// - Parameter makeID: makes a new id, larger than all before.
    func next(
        of sequences: [Sequence], makeID: () -> Int64
    ) throws(StoreError) -> (numbers: [UInt32], id: Int64)

    /// Whether other nodes serve the same data now.
    func hasNeighbours() throws(StoreError) -> Bool
}

extension StoreConnection {
    /// Waits for the outcome: there is no round trip to save.
    public func change(_ sql: SQL) throws(StoreError) { try run(sql) { _ throws(StoreError) in } }

    /// There is no round trip to save.
    public var foresees: Bool { false }

    /// Does nothing: there is no round trip to save.
    public func foresee(_ looks: [SQL]) throws(StoreError) {}

    /// Takes one number after the other.
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
    /// The first row that the query returns, if any.
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
    /// The owner of the numbers.
    public let owner: Int64
    /// Asks for the last number used, for a driver that keeps sequences in memory.
    public var recovery: SQL { makeRecovery() }

    private let makeRecovery: @Sendable () -> SQL

    /// - Parameter recovery: returns one row with one number, 0 when there is none yet. It is made
    ///   on demand, which is rare.
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

/// The port to the database: SQLite on one machine, PostgreSQL beyond it.
///
/// Writes run in order. So do the reads of one owner; the reads of different owners take turns. The
/// outcomes of writes go to the sink that was given at start, after the commit that made them
/// durable, all outcomes of a commit in one call. Answers of reads go to the sink, too. The value
/// of a read goes to its completion handler at once.
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

/// A failure below a transaction. Features never see it: the command is refused with `INTERNAL`,
/// and the event log has the details.
public enum StoreError: Error, Equatable, Sendable {
    /// A unique or foreign key was violated: a rule that a feature should have checked first.
    case conflict(String)
    /// The disk is full, or the file system read-only. Reads continue, and writes recover by
    /// themselves.
    case full(String)
    /// The database's server does not answer. Reads and writes stop, and both recover by
    /// themselves.
    case unreachable(String)
    /// Another node was faster, and nothing was committed. The command may be tried again.
    case contended(String)
    /// The disk lost what it was given, or the data are damaged. Whether the commit that failed is
    /// durable is unknown until the next start, and nothing may be acknowledged.
    case broken(String)
    /// The database failed, for a reason in the driver's words.
    case failed(String)
    /// The row does not have the shape the query declares: a bug of ours or a foreign schema.
    case unexpectedColumn

    /// The driver's description, for the log.
    public var words: String {
        switch self {
        case .conflict(let words), .full(let words), .unreachable(let words), .broken(let words),
            .failed(let words), .contended(let words):
            words
        case .unexpectedColumn: "a row has other columns than were expected"
        }
    }

    /// Whether every command meets it, and not this one alone. Then trying the next one is
    /// pointless.
    public var concernsEveryCommand: Bool {
        switch self {
        case .full, .unreachable, .broken, .contended: true
        case .conflict, .failed, .unexpectedColumn: false
        }
    }
}

/// One row, as a driver has it. A column is read on demand.
public protocol StoredRow {
    /// A whole number, or nil for NULL.
    ///
    /// - Throws: `unexpectedColumn` when the column is anything else, or there is none at `index`.
    func integer(at index: Int) throws(StoreError) -> Int64?
    /// A text; errors as above, for NULL, too.
    func text(at index: Int) throws(StoreError) -> String
    /// Bytes, or nil for NULL; errors as of a number.
    func blob(at index: Int) throws(StoreError) -> [UInt8]?
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

    /// Bytes, or nil for NULL.
    public func blob(at index: Int) throws(StoreError) -> [UInt8]? {
        switch try value(at: index) {
        case .blob(let value): return value
        case .null: return nil
        default: throw .unexpectedColumn
        }
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
