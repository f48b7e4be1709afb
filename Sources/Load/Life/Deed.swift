import Wire

/// Something durable that a device has asked for, until it is answered: it is asked again with the
/// same `cid` on the next connection, and has one effect.
struct Deed: Sendable {
    /// What has to come of it.
    enum Kind: Sendable {
        case message(Talk)
        /// On a post of that person.
        case comment(Int)
        case other
    }

    let kind: Kind
    let command: ClientMessage.OneOf_Command
    /// When it was due, by ``MonotonicClock``.
    let at: UInt64
}
