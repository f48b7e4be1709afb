/// How far a device has come in its user's inbox, whose events are numbered 1, 2, 3 ….
struct InboxCursor: Equatable, Sendable {
    /// What an event turned out to be.
    enum Verdict: Equatable, Sendable {
        /// The next one: it counts as seen from now on.
        case next
        /// Seen before: the server repeats what it is not sure we got.
        case seen
        /// Something before it is missing.
        case gap
    }

    /// The numbering that `seq` belongs to; empty before the first session.
    var epoch = ""
    /// The last event that was seen.
    var seq: UInt32 = 0

    /// Takes note of the event `seq`.
    mutating func advance(to seq: UInt32) -> Verdict {
        guard seq > self.seq else { return .seen }
        guard seq - self.seq == 1 else { return .gap }
        self.seq = seq
        return .next
    }
}
