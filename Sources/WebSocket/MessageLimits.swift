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
        inflatedBytesMax + inflatedBytesMax / 8 + 64
    }

    /// Most payload bytes of a message that came compressed: zlib counts in 32 bits.
    var inflatedBytesMax: Int { min(max(0, messageBytesMax), Int(Int32.max) / 2) }

    /// Most blocks of a compressed message that has inflated to `count` bytes so far.
    ///
    /// zlib ends a block after 127 literals at its thriftiest (`memLevel` 1), and so after 127
    /// bytes at the earliest. A sender that flushes each fragment adds two blocks to each.
    func blocksMax(inflated count: Int) -> Int {
        Self.blocksAlways + 2 * min(max(0, fragmentsMax), Int(Int32.max)) + count / Self.blockBytes
    }

    private static let blocksAlways = 64
    private static let blockBytes = 120
}
