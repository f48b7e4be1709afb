/// Something that a connection may have open: it is told what happens there while it has.
public struct Topic: Hashable, Sendable {
    /// What tells it from others: "circle".
    public let name: String

    /// - Parameter name: unique among features.
    public init(_ name: String) { self.name = name }
}
