/// One state of the data, to read.
public class Snapshot {
    /// The time of this command, the same throughout.
    public let now: Moment
    /// What the hub has to know once the command is done.
    public private(set) var signals: [Signal] = []
    /// The failure of a read or write, after which all others are refused.
    ///
    /// The database may have undone the transaction by itself. What a command wrote after that
    /// would stay.
    public private(set) var fault: StoreError?

    let connection: any StoreConnection

    /// A view through `connection`, which the driver has put into a transaction.
    public init(on connection: any StoreConnection, now: Moment) {
        self.connection = connection
        self.now = now
    }

    /// All rows that the query returns, in its order.
    public func all<Row>(_ query: Query<Row>) throws(Refusal) -> [Row] {
        var rows: [Row] = []
        try perform(query.sql) { columns throws(StoreError) in
            rows.append(try query.decode(&columns))
        }
        return rows
    }

    /// The first row that the query returns, if any.
    public func first<Row>(_ query: Query<Row>) throws(Refusal) -> Row? {
        var first: Row?
        try perform(query.sql) { columns throws(StoreError) in
            if first == nil { first = try query.decode(&columns) }
        }
        return first
    }

    /// Whether other nodes serve the same data now. If so, this node may not act for all of them.
    public func hasNeighbours() throws(Refusal) -> Bool {
        do throws(StoreError) {
            return try connection.hasNeighbours()
        } catch {
            throw failed(error)
        }
    }

    /// What other nodes have told the hubs, as far as this state contains it.
    package func news(
        _ look: () throws(StoreError) -> NodeNews?
    ) throws(Refusal) -> NodeNews? {
        do throws(StoreError) {
            return try look()
        } catch {
            throw failed(error)
        }
    }

    /// Sends the hub a signal once the command is done (and, in a transaction, committed).
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
