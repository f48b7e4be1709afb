package import Kernel

/// A serial queue with one connection to a database: everything that touches it runs there.
package protocol StoreSession: Sendable {
    /// Runs `body` with the connection, on the calling thread; nil when it is closed.
    func run<Result>(_ body: (any DurableConnection) -> Result) -> Result?
    /// Closes the connection; harmless when it is closed.
    func close()
}

/// A connection that changes its database in transactions: what a commit group runs on.
package protocol WritingConnection: StoreConnection {
    /// Makes the ids of its transactions.
    var ids: IdentifierBox { get }
    /// Begins a transaction.
    func begin() throws(StoreError)
    /// Begins a transaction while nobody else has one.
    func beginAlone() throws(StoreError)
    /// Tells the other nodes, by a part of the transaction.
    func tell(_ signals: [Signal]) throws(StoreError)
    /// Makes the transaction durable.
    func commit() throws(StoreError)
    /// The same.
    ///
    /// - Returns: as ``Completion/transaction`` has it.
    func commitNumbered() throws(StoreError) -> Int64?
    /// Undoes the transaction; harmless when there is none any more.
    func rollback()
}

/// A connection as a store keeps it, for its writer or for a reader.
package protocol DurableConnection: WritingConnection {
    /// How many commits have written something so far.
    var commitCount: Int { get }
    /// Begins to look at one state of the data; `rollback` ends it.
    func beginReading() throws(StoreError)
    /// What other nodes have told the hubs, as far as this state of the data has it; nil: there are
    /// none.
    ///
    /// - Parameter horizon: all transactions before it are known.
    func news(since horizon: Int64) throws(StoreError) -> NodeNews?
    /// Tidies up after commits, when it is time to: nobody waits for it but the next commit.
    ///
    /// - Returns: how many pages were moved; nil when there was nothing to do yet.
    func checkpointIfDue() throws(StoreError) -> Int?
}

extension WritingConnection {
    /// Nobody else ever has one.
    package func beginAlone() throws(StoreError) { try begin() }

    /// There are none.
    package func tell(_ signals: [Signal]) throws(StoreError) {}

    /// Nobody has to know it.
    package func commitNumbered() throws(StoreError) -> Int64? {
        try commit()
        return nil
    }
}

extension DurableConnection {
    /// There are no other nodes.
    package func news(since horizon: Int64) throws(StoreError) -> NodeNews? { nil }
}
