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

extension MessageLimits {
    /// Most payload bytes of a message while it is compressed.
    ///
    /// Some senders compress everything, so what does not shrink comes a little larger: by an
    /// eighth at worst, where every byte takes nine bits. The limit of the message itself is
    /// checked while it is inflated.
    var deflatedBytesMax: Int {
        let bytesMax = min(max(0, messageBytesMax), Int(Int32.max) / 2)
        return bytesMax + bytesMax / 8 + 64
    }
}
