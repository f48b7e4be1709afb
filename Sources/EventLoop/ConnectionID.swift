/// Names one connection of one loop, for as long as that connection lives.
///
/// The index is a place in the loop's table and is used again; the generation tells the tenants of
/// that place apart. A handler keeps what it knows in an array of its own, indexed by `index`.
public struct ConnectionID: Hashable, Sendable {
    /// The place in the table: dense from 0, so that a plain array serves as a map.
    public let index: UInt32
    /// Which tenant of that place this is.
    public let generation: UInt32

    /// Makes an identifier; a loop hands them out, and tests and placeholders make their own.
    public init(index: UInt32, generation: UInt32) {
        self.index = index
        self.generation = generation
    }
}
