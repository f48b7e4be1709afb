/// The lines of a head that `HeadReader` returned, without their line ends.
struct HeadLines: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ head: [UInt8]) {
        rest = head.drop { $0 == .carriageReturn || $0 == .lineFeed }
    }

    /// - Returns: the next line; `nil` at the empty one.
    mutating func next() -> ArraySlice<UInt8>? {
        guard let (line, after) = rest.cut(at: .carriageReturn), !line.isEmpty else { return nil }
        rest = after.dropFirst()
        return line
    }
}
