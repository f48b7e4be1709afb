/// Which limit on the time of output has passed; both are of `LoopLimits`.
public enum OutputLimit: Sendable {
    /// `stallLimit`: the peer took nothing for so long.
    case stall
    /// `flushLimit`: what waited at a close did not all leave in time.
    case flush
}
