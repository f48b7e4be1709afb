package import Kernel

/// A serial queue with one connection to a database. The connection is used only there.
package protocol StoreSession: Sendable {
    /// Runs `body` with the connection, on the calling thread; nil when it is closed.
    func run<Result>(_ body: (any DurableConnection) -> Result) -> Result?
    /// Closes the connection; harmless when it is closed already.
    func close()
}

/// A connection that changes its database in transactions, as a commit group needs it.
package protocol WritingConnection: StoreConnection {
    /// Makes the ids of its transactions.
    var ids: IdentifierBox { get }
    /// Begins a transaction.
    func begin() throws(StoreError)
    /// Begins a transaction that runs while no other node has one.
    func beginAlone() throws(StoreError)
    /// Passes signals on to the other nodes, as a part of the transaction.
    func tell(_ signals: [Signal]) throws(StoreError)
    /// Makes the transaction durable.
    func commit() throws(StoreError)
    /// Makes the transaction durable, and returns its number.
    ///
    /// - Returns: as in ``Completion/transaction``.
    func commitNumbered() throws(StoreError) -> Int64?
    /// Undoes the transaction; harmless when there is none any more.
    func rollback()
}

/// A connection of a store's writer, or of a reader.
package protocol DurableConnection: WritingConnection {
    /// How many commits have written something so far.
    var commitCount: Int { get }
    /// Begins to read one state of the data; `rollback` ends it.
    func beginReading() throws(StoreError)
    /// What other nodes have told the hubs, as far as this state of the data contains it; nil:
    /// there are no other nodes.
    ///
    /// - Parameter horizon: all transactions before it are known.
    func news(since horizon: Int64) throws(StoreError) -> NodeNews?
    /// Cleans up after commits, when it is due. Only the next commit waits for it.
    ///
    /// - Returns: how many pages were moved; nil when there was nothing to do yet.
    func checkpointIfDue() throws(StoreError) -> Int?
}

extension WritingConnection {
    /// No other node ever has one.
    package func beginAlone() throws(StoreError) { try begin() }

    /// There are no other nodes.
    package func tell(_ signals: [Signal]) throws(StoreError) {}

    /// The number is not needed.
    package func commitNumbered() throws(StoreError) -> Int64? {
        try commit()
        return nil
    }
}

extension DurableConnection {
    /// There are no other nodes.
    package func news(since horizon: Int64) throws(StoreError) -> NodeNews? { nil }
}
