/// Why no TLS handshake came about.
public struct HandshakeFailure: Sendable, Equatable {
    /// In our words and OpenSSL's; nothing of the peer's is in it.
    public let reason: String
    /// Whether `LoopLimits.handshakeLimit` has passed.
    public let isOverdue: Bool
}
