/// What a loop has done since it began, as of some moment.
public struct LoopCounters: Sendable, Equatable {
    /// Turns: wake-ups that had something to do.
    public let turns: Int
    /// Calls of `recv`.
    public let reads: Int
    /// Calls of `send`.
    public let writes: Int
    /// Bytes received.
    public let bytesIn: Int
    /// Bytes that the kernel took.
    public let bytesOut: Int
    /// Connections accepted and admitted.
    public let accepted: Int
    /// TLS handshakes of incoming connections that succeeded.
    public let handshakes: Int
    /// Incoming connections that were turned away because they never came to speak TLS.
    public let handshakesFailed: Int
    /// Connections turned away because descriptors had run out.
    public let shed: Int
}
