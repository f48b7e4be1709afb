import Kernel

/// The last number of each sequence in use: the single writer need not ask the table (8 µs a
/// message). Numbers taken in a transaction that is undone are forgotten, and asked for again.
struct SequenceCache {
    /// Beyond this many the cache starts anew: about 10 MB.
    static let countMax = 100_000

    private var last: [Sequence: UInt32] = [:]
    private var touched: [Sequence] = []

    /// The next number of a sequence that is known, or nil.
    mutating func advance(_ sequence: Sequence) -> UInt32? {
        guard let index = last.index(forKey: sequence), last.values[index] < .max else {
            return nil
        }
        last.values[index] += 1
        touched.append(sequence)
        return last.values[index]
    }

    /// A sequence is known from now on; `number` has just been taken.
    mutating func start(_ sequence: Sequence, at number: UInt32) {
        last[sequence] = number
        touched.append(sequence)
    }

    /// The transaction is committed.
    mutating func keep() {
        touched.removeAll(keepingCapacity: true)
        if last.count > Self.countMax { last.removeAll(keepingCapacity: true) }
    }

    /// The transaction is undone.
    mutating func undo() {
        for sequence in touched { last[sequence] = nil }
        touched.removeAll(keepingCapacity: true)
    }
}
