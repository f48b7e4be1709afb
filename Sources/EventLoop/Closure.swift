/// How a connection ended.
public enum Closure: Sendable, Equatable {
    /// We closed or aborted it.
    case byUs
    /// The peer ended its stream first, and then we closed.
    case byPeer
    /// It broke while it was open; `errno` says how (`ECONNRESET`, `EPIPE`, `ETIMEDOUT` …).
    case reset(errno: Int32)
    /// A connection of ours was never made.
    case failed(errno: Int32)
    /// A connection of ours was made, but not over TLS as it should; the reason is for a person.
    case insecure(reason: String)
    /// The peer sent more than `LoopLimits.postHandshakeMax` handshake messages after its own.
    case flooded
    /// The peer took nothing of what waited for it for as long as the limit allows, or was still
    /// taking it when a close had waited for as long as its limit allows.
    case stalled
}
