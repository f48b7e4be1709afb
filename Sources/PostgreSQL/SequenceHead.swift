import Kernel

/// The next number of a sequence that several nodes share: one row for each sequence, whose lock
/// orders them.
///
/// The row also has the largest id that was made before the number was taken. A node whose clock is
/// behind finds it there, and continues from that id.
struct SequenceHead {
    let number: UInt32
    let mark: Int64

    /// Takes the next number.
    ///
    /// - Parameter last: the largest id that this node has made.
    init(
        next sequence: Sequence, after last: Int64, on connection: some StoreConnection
    ) throws(StoreError) {
        if let head = try connection.first(Self.advance(sequence, after: last)) {
            self = head
        } else {
            self = try Self.begin(sequence, after: last, on: connection)
        }
    }

    /// Takes the next number; no row when none was taken before.
    static func advance(_ sequence: Sequence, after last: Int64) -> Query<SequenceHead> {
        Query(
            """
            UPDATE sequence_head SET last = last + 1, mark = greatest(mark, \(last))
            WHERE kind = \(sequence.kind) AND owner = \(sequence.owner) RETURNING last, mark
            """, decode: decode)
    }

    /// The most sequences that one statement advances. For a few, the planner looks each up in the
    /// index. For many it would scan the table, and conflict with every node.
    static let togetherMax = 4

    /// Takes the next number of each of a few sequences; no row for a sequence of which none was
    /// taken before.
    static func advance(
        _ sequences: some Collection<Sequence>, after last: Int64
    ) -> Query<(sequence: Key, head: SequenceHead)> {
        var wanted: SQL?
        for sequence in sequences {
            let row: SQL = "(\(sequence.kind), \(sequence.owner))"
            wanted = wanted.map { "\($0), \(row)" } ?? row
        }
        return Query(
            """
            UPDATE sequence_head SET last = last + 1, mark = greatest(mark, \(last))
            FROM (VALUES \(wanted ?? "(NULL, NULL)")) AS wanted (kind, owner)
            WHERE sequence_head.kind = wanted.kind AND sequence_head.owner = wanted.owner
            RETURNING sequence_head.kind, sequence_head.owner, last, mark
            """
        ) { columns throws(StoreError) in
            let key = Key(kind: try columns.text(), owner: try columns.integer())
            return (key, try decode(&columns))
        }
    }

    /// A sequence, as its row identifies it.
    struct Key: Hashable {
        let kind: String
        let owner: Int64
    }

    /// What was numbered has a larger id than assumed when the number was taken.
    static func raise(_ sequence: Sequence, to id: Int64) -> SQL {
        """
        UPDATE sequence_head SET mark = greatest(mark, \(id))
        WHERE kind = \(sequence.kind) AND owner = \(sequence.owner)
        """
    }

    /// Takes the first number of a sequence that this table has no row for.
    static func begin(
        _ sequence: Sequence, after last: Int64, on connection: some StoreConnection
    ) throws(StoreError) -> SequenceHead {
        let before = Query(sequence.recovery) { columns throws(StoreError) in
            try columns.integer()
        }
        let next = (try connection.first(before) ?? 0) + 1
        let first = Query(
            """
            INSERT INTO sequence_head (kind, owner, last, mark)
            VALUES (\(sequence.kind), \(sequence.owner), \(next), \(last))
            ON CONFLICT (kind, owner) DO UPDATE
            SET last = sequence_head.last + 1, mark = greatest(sequence_head.mark, excluded.mark)
            RETURNING last, mark
            """, decode: decode)
        guard let head = try connection.first(first) else { throw .unexpectedColumn }
        return head
    }

    private static let decode: @Sendable (inout Columns) throws(StoreError) -> SequenceHead = {
        (columns) throws(StoreError) in
        SequenceHead(number: try columns.count(), mark: try columns.integer())
    }

    private init(number: UInt32, mark: Int64) { (self.number, self.mark) = (number, mark) }
}
