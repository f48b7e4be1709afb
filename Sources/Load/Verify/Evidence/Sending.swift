import Wire

/// A message that somebody sent, and what came of it as far as the sender knows.
struct Sending: Sendable, Equatable {
    let to: Int
    /// Its place in the room, once it was acknowledged.
    var acknowledgedAt: UInt32?
    /// The first reason for which it was refused.
    var refusal: ErrorCode?

    init(to: Int, acknowledgedAt: UInt32? = nil, refusal: ErrorCode? = nil) {
        (self.to, self.acknowledgedAt, self.refusal) = (to, acknowledgedAt, refusal)
    }
}
