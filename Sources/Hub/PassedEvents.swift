import Kernel
import Synchronization

/// How far inboxes had come when their last events passed the hub. A session that opens has missed
/// nothing if nothing beyond its snapshot has passed.
///
/// Kept for a bounded number of inboxes, in two halves. Each half is an era. A loop notes the
/// current era before the snapshot is made; what passes from then on is in that era or a later one.
struct PassedEvents: Sendable {
    /// Most inboxes in one half.
    static let inboxesMax = 4_096

    /// The current era. Any thread may read it.
    let clock = EraClock()
    private var newer: [User.ID: UInt32] = [:]
    private var older: [User.ID: UInt32] = [:]
    private var era: UInt32 = 1

    /// The event at `seq` of a user's inbox is durable, and passes.
    mutating func note(_ seq: UInt32, of user: User.ID) {
        if newer.count >= Self.inboxesMax, newer[user] == nil {
            (older, newer) = (newer, [:])
            era += 1
            clock.begin(era)
        }
        newer[user] = max(newer[user] ?? 0, seq)
    }

    /// Whether an event beyond `top` may have passed since `start`. True if `start` is too long ago
    /// to know, or 0.
    func mayExceed(_ top: UInt32, of user: User.ID, since start: UInt32) -> Bool {
        guard start > 0, start + 1 >= era else { return true }
        return max(newer[user] ?? 0, older[user] ?? 0) > top
    }
}

/// The current era of ``PassedEvents``.
package final class EraClock: Sendable {
    private let era = Atomic<UInt32>(1)

    init() {}

    /// Never 0.
    package var now: UInt32 { era.load(ordering: .acquiring) }

    fileprivate func begin(_ number: UInt32) { era.store(number, ordering: .releasing) }
}
