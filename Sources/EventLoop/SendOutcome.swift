/// What became of bytes that were handed to a connection.
public enum SendOutcome: Sendable, Equatable {
    /// They will be written, in order, at the end of this turn or when the peer reads on.
    case queued
    /// The bounded outbox cannot hold them; none of them was queued.
    case full
    /// The connection is closed, closing or not yet open; none of them was queued.
    case gone
}
