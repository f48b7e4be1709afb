import Kernel
import Storage

/// Numbers, and ids that ascend with them, although other nodes take some, too.
extension PostgreSQLConnection {
    func next(of sequence: Sequence, for id: Int64?) throws(StoreError) -> UInt32 {
        guard node != nil else { return try memory.next(of: sequence, on: self) }
        let head = try SequenceHead(next: sequence, after: ids.last, on: self)
        guard head.mark > id ?? ids.last else { return head.number }
        // Within the same millisecond, the ids of the node with the larger number are larger.
        ids.goOn(after: head.mark + IdentifierSource.distance(.milliseconds(1)))
        // Ids made from here on are larger. An id that was made before is not.
        guard id == nil else { throw .contended("another node's clock is ahead") }
        return head.number
    }

    func next(
        of sequences: [Sequence], makeID: () -> Int64
    ) throws(StoreError) -> (numbers: [UInt32], id: Int64) {
        let id = makeID()
        guard node != nil else {
            var numbers: [UInt32] = []
            for sequence in sequences {
                numbers.append(try memory.next(of: sequence, on: self))
            }
            return (numbers, id)
        }
        let heads = try advance(sequences, after: id)
        let numbers = heads.map(\.number)
        guard let mark = heads.map(\.mark).max(), mark > id else { return (numbers, id) }
        // Another node's clock is ahead: the new id has to be larger all the same.
        ids.goOn(after: mark + IdentifierSource.distance(.milliseconds(1)))
        let later = makeID()
        for sequence in sequences { try change(SequenceHead.raise(sequence, to: later)) }
        return (numbers, later)
    }

    /// Takes the next number of each, in one round trip for all that have a head.
    private func advance(
        _ sequences: [Sequence], after id: Int64
    ) throws(StoreError) -> [SequenceHead] {
        // The heads of each sequence, in the order in which they were taken.
        var known: [SequenceHead.Key: ArraySlice<SequenceHead>] = [:]
        var rest = sequences[...]
        while !rest.isEmpty {
            let few = SequenceHead.advance(rest.prefix(SequenceHead.togetherMax), after: id)
            rest = rest.dropFirst(SequenceHead.togetherMax)
            try queue.append(few.sql, .answer)
            guard rest.isEmpty || queue.waiting.count >= Self.waitingMax else { continue }
            for values in try exchange().answers.joined() {
                var columns = Columns(values)
                let found = try few.decode(&columns)
                known[found.sequence, default: []].append(found.head)
            }
        }
        var heads: [SequenceHead] = []
        for sequence in sequences {
            let key = SequenceHead.Key(kind: sequence.kind, owner: sequence.owner)
            // A sequence named twice in a statement was advanced once.
            if let head = known[key]?.popFirst() {
                heads.append(head)
            } else {
                heads.append(try SequenceHead(next: sequence, after: id, on: self))
            }
        }
        return heads
    }

    /// No other node commits now. Ids from here on are larger than all that other nodes have made,
    /// so that no head is ahead, however many a group of commands meets.
    func passOthers() throws(StoreError) {
        let newest = Query("SELECT coalesce(max(mark), 0) FROM node") {
            columns throws(StoreError) in try columns.integer()
        }
        let mark = try first(newest) ?? 0
        guard mark > ids.last else { return }
        ids.goOn(after: mark + IdentifierSource.distance(.milliseconds(1)))
    }
}
