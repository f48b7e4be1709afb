/// When the server is told what this device has of its inbox: the other side of a room reads
/// from it that a message has arrived.
///
/// Not for each event: a moment gathers what comes together, and it is cumulative.
struct Receipts: Equatable, Sendable {
    /// How long an event waits for others.
    static let delay = Duration.milliseconds(500)

    private var told: UInt32 = 0
    private var seen: UInt32 = 0
    /// When to tell; nil when everything is told.
    private(set) var dueAt: Duration?

    /// A session begins behind `seq`, which the server gave us.
    mutating func begin(at seq: UInt32) {
        (told, seen, dueAt) = (seq, seq, nil)
    }

    /// A session goes on where the last one broke off; what was on its way then is told again.
    mutating func goOn(at now: Duration) {
        dueAt = seen > told ? now + Self.delay : nil
    }

    /// The server knows of everything up to `seq`.
    mutating func arrived(_ seq: UInt32) {
        told = max(told, seq)
    }

    /// The event `seq` was taken.
    mutating func took(_ seq: UInt32, at now: Duration) {
        seen = seq
        dueAt = dueAt ?? now + Self.delay
    }

    /// What to tell now, once; nil while there is time.
    mutating func due(at now: Duration) -> UInt32? {
        guard let due = dueAt, due <= now else { return nil }
        dueAt = nil
        return seen
    }
}
