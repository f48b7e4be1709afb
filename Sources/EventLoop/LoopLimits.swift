/// What one loop allows its peers.
public struct LoopLimits: Sendable, Equatable {
    /// Most connections at once; beyond it new ones wait in the listener's backlog.
    public var connectionsMax = 65_536
    /// Most bytes that wait for one peer that does not read.
    public var outboxBytesMax = 262_144
    /// Most bytes that wait for all peers together, without those that are shared. Beyond it,
    /// peers that stand still are given up, the ones with most first.
    public var heldBytesMax = 134_217_728
    /// How long waiting bytes may stand still.
    public var stallLimit: Duration = .seconds(10)
    /// How long a close may take to write what waits, however steadily the peer takes it.
    public var flushLimit: Duration = .seconds(30)
    /// How long a closed connection still reads, so that no reset destroys what we sent last.
    public var lingerLimit: Duration = .seconds(2)
    /// How long a peer may take to begin a TLS handshake, to wait for its turn, and to end it.
    public var handshakeLimit: Duration = .seconds(5)
    /// Most TLS handshakes of incoming connections at once; further ones wait their turn.
    public var handshakesMax = 128
    /// Most of these of one IPv4 address or IPv6 /64; of an IPv6 /48 twice as many.
    public var handshakesPerNetworkMax = 32
    /// A handshake that lasts longer gives way when others wait for their turn.
    public var handshakePatience: Duration = .seconds(1)
    /// Most handshake messages that a peer may send within a minute after its TLS handshake.
    public var postHandshakeMax = 16
    /// How long accepting rests after the system ran out of descriptors.
    public var acceptPause: Duration = .milliseconds(200)

    /// The limits of a server on the open Internet; change what differs.
    public init() {}
}
