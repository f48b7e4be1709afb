/// One state of the world, to be read.
public class Snapshot {
    /// The time of this command, the same throughout.
    public let now: Moment
    /// What the hub has to know when the command is done.
    public private(set) var signals: [Signal] = []
    /// What went wrong below, when a read or write refused; from then on all of them do.
    ///
    /// The database may have undone the transaction by itself: what a command that goes on
    /// regardless would write then, would stay.
    public private(set) var fault: StoreError?

    let connection: any StoreConnection

    /// A view through `connection`, which the driver has put into a transaction.
    public init(on connection: any StoreConnection, now: Moment) {
        self.connection = connection
        self.now = now
    }

    /// All rows that the query answers, in its order.
    public func all<Row>(_ query: Query<Row>) throws(Refusal) -> [Row] {
        var rows: [Row] = []
        try perform(query.sql) { columns throws(StoreError) in
            rows.append(try query.decode(&columns))
        }
        return rows
    }

    /// The first row that the query answers, if any.
    public func first<Row>(_ query: Query<Row>) throws(Refusal) -> Row? {
        var first: Row?
        try perform(query.sql) { columns throws(StoreError) in
            if first == nil { first = try query.decode(&columns) }
        }
        return first
    }

    /// Whether other nodes serve the same data now: what speaks for all of them is not to be done.
    public func hasNeighbours() throws(Refusal) -> Bool {
        do throws(StoreError) {
            return try connection.hasNeighbours()
        } catch {
            throw failed(error)
        }
    }

    /// What other nodes have told the hubs, as far as this state has it.
    package func news(
        _ look: () throws(StoreError) -> NodeNews?
    ) throws(Refusal) -> NodeNews? {
        do throws(StoreError) {
            return try look()
        } catch {
            throw failed(error)
        }
    }

    /// Tells the hub something, once the command is done (and, in a transaction, committed).
    public func signal(_ signal: Signal) {
        signals.append(signal)
    }

    @discardableResult
    func perform(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(Refusal) -> Int {
        if let fault { throw Refusal(hiding: fault) }
        do {
            return try connection.run(sql, row)
        } catch {
            throw failed(error)
        }
    }

    func failed(_ error: StoreError) -> Refusal {
        fault = error
        return Refusal(hiding: error)
    }
}
