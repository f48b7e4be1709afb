package import Wire

/// A message that somebody sent, and what came of it as far as the sender knows.
package struct Sending: Sendable, Equatable {
    package let to: Int
    /// Its place in the room, once it was acknowledged.
    package var acknowledgedAt: UInt32?
    /// The last reason for which it was refused.
    package var refusal: ErrorCode?
    /// Whether it ever came too often.
    package var wasLimited = false
    /// When it was sent first, and when it was acknowledged first; 0 before that.
    package var (sentTime, acknowledgedTime): (UInt64, UInt64) = (0, 0)

    package init(
        to: Int, acknowledgedAt: UInt32? = nil, refusal: ErrorCode? = nil, sentTime: UInt64 = 0,
        acknowledgedTime: UInt64 = 0
    ) {
        (self.to, self.acknowledgedAt, self.refusal) = (to, acknowledgedAt, refusal)
        (self.sentTime, self.acknowledgedTime) = (sentTime, acknowledgedTime)
    }
}
