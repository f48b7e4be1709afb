/// Why no TLS handshake came about.
public struct HandshakeFailure: Sendable, Equatable {
    /// In our words and OpenSSL's; nothing of the peer's is in it.
    public let reason: String
    /// Which limit has passed, if it was one.
    public let limit: Limit?

    /// A limit on time, of `LoopLimits`.
    public enum Limit: Sendable {
        /// `handshakeLimit`
        case handshake
        /// `handshakePatience`, while others waited.
        case patience
    }
}
