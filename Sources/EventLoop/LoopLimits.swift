/// What one loop allows its peers.
public struct LoopLimits: Sendable, Equatable {
    /// Most connections at once; beyond it new ones wait in the listener's backlog.
    public var connectionsMax = 65_536
    /// Most bytes that wait for one peer that does not read.
    public var outboxBytesMax = 262_144
    /// How long waiting bytes may stand still, and how long a close may take to write them.
    public var stallLimit: Duration = .seconds(10)
    /// How long a closed connection still reads, so that no reset destroys what we sent last.
    public var lingerLimit: Duration = .seconds(2)
    /// How long accepting rests after the system ran out of descriptors.
    public var acceptPause: Duration = .milliseconds(200)

    /// The limits of a server on the open Internet; change what differs.
    public init() {}
}
