/// What a loop has done since it began, for metrics and for tests.
public struct LoopCounters: Sendable, Equatable {
    /// Turns: wake-ups that had something to do.
    public internal(set) var turns = 0
    /// Calls of `recv`.
    public internal(set) var reads = 0
    /// Calls of `send`.
    public internal(set) var writes = 0
    /// Bytes received.
    public internal(set) var bytesIn = 0
    /// Bytes that the kernel took.
    public internal(set) var bytesOut = 0
    /// Connections accepted.
    public internal(set) var accepted = 0
    /// Connections accepted and closed at once, because the handler did not admit them.
    public internal(set) var turnedAway = 0
    /// TLS handshakes of incoming connections that succeeded.
    public internal(set) var handshakes = 0
    /// Incoming connections that were turned away because they never came to speak TLS.
    public internal(set) var handshakesFailed = 0
    /// Connections turned away because descriptors had run out.
    public internal(set) var shed = 0
}
