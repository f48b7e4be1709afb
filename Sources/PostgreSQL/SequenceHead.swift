import Kernel

/// The next number of a sequence that several nodes count on: a row each, whose lock orders them.
///
/// Beside the number lies the largest id that was made before it was taken: whoever has a clock
/// that is behind sees it there, and goes on from that id.
struct SequenceHead {
    let number: UInt32
    let mark: Int64

    /// Takes the next number.
    ///
    /// - Parameter last: the largest id that this node has made.
    init(
        next sequence: Sequence, after last: Int64, on connection: some StoreConnection
    ) throws(StoreError) {
        let known = Query(
            """
            UPDATE sequence_head SET last = last + 1, mark = greatest(mark, \(last))
            WHERE kind = \(sequence.kind) AND owner = \(sequence.owner) RETURNING last, mark
            """, decode: Self.decode)
        if let head = try connection.first(known) {
            self = head
            return
        }
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
            """, decode: Self.decode)
        guard let head = try connection.first(first) else { throw .unexpectedColumn }
        self = head
    }

    private static let decode: @Sendable (inout Columns) throws(StoreError) -> SequenceHead = {
        (columns) throws(StoreError) in
        SequenceHead(number: try columns.count(), mark: try columns.integer())
    }

    private init(number: UInt32, mark: Int64) { (self.number, self.mark) = (number, mark) }
}
