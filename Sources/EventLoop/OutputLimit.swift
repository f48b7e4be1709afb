/// Which limit on output has passed; all are of `LoopLimits`.
public enum OutputLimit: Sendable {
    /// `stallLimit`: the peer took nothing for so long.
    case stall
    /// `flushLimit`: what waited at a close did not all leave in time.
    case flush
    /// `heldBytesMax`: too much waited for all peers together, and most of it for this one.
    case held
}
