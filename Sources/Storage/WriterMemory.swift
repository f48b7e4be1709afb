package import Kernel

/// What the one writer keeps in mind from one transaction to the next: the numbers that sequences
/// have come to, and the ids that were made.
package struct WriterMemory {
    /// Makes the ids of the writer's transactions.
    package private(set) var ids: IdentifierBox
    private let node: Int
    private var sequences = SequenceCache()
    private var mark: IdentifierMark?
    /// The mark as the transaction under way has stored it.
    private var raised: IdentifierMark?

    /// - Parameter node: 0…1023, part of every id.
    package init(node: Int) {
        self.node = node
        ids = IdentifierBox(node: node)
    }

    /// A memory that keeps account of no mark: what ids were made, the node's row says.
    ///
    /// - Parameter last: no id that the node has made is larger.
    package init(node: Int, after last: Int64) {
        self.node = node
        ids = IdentifierBox(node: node, after: last)
    }

    /// Goes on after the last id that may have been made before, and keeps account of those that
    /// are made from here on.
    ///
    /// - Throws: ``StoreError`` also when the data do not say which that is.
    package mutating func resume(on connection: any StoreConnection) throws(StoreError) {
        guard let last = try connection.first(IdentifierMark.stored) else {
            throw .failed("the data do not say which ids were made")
        }
        mark = IdentifierMark(last)
        ids = IdentifierBox(node: node, after: last)
    }

    /// The next number of `sequence`.
    ///
    /// - Parameter connection: is asked for the last one, which is seldom needed.
    package mutating func next(
        of sequence: Sequence, on connection: any StoreConnection
    ) throws(StoreError) -> UInt32 {
        if let next = sequences.advance(sequence) { return next }
        let recovery = Query(sequence.recovery) { columns throws(StoreError) in
            try columns.count()
        }
        let last = try connection.first(recovery) ?? 0
        guard last < .max else { throw .failed("sequence \(sequence.kind) is used up") }
        sequences.start(sequence, at: last + 1)
        return last + 1
    }

    /// What the transaction has to store besides its own, before it is committed.
    package mutating func owed() -> SQL? {
        raised = mark?.raised(over: ids.last)
        return raised?.update
    }

    /// The transaction is committed.
    package mutating func keep() {
        if let raised { mark = raised }
        raised = nil
        sequences.keep()
    }

    /// The transaction is undone.
    package mutating func undo() {
        raised = nil
        sequences.undo()
    }
}
