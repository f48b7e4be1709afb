/// The largest message we take from a peer.
///
/// Passed to each `Endpoint.next(_:limits:)` rather than stored, since a hundred thousand
/// connections share the same two numbers.
public struct MessageLimits: Equatable, Sendable {
    /// Most payload bytes of a whole message, all fragments together.
    public var messageBytesMax: Int
    /// Most frames of one message. Empty fragments count too: they cost us time for no bytes.
    public var fragmentsMax: Int

    /// Limits with the given bounds; the defaults suit a chat.
    public init(messageBytesMax: Int = 65_536, fragmentsMax: Int = 64) {
        self.messageBytesMax = messageBytesMax
        self.fragmentsMax = fragmentsMax
    }
}
