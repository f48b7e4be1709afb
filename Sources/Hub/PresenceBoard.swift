package import Kernel
import Metering
import Observability
import Synchronization

/// The presence of all users as friends may know it. Any thread may read it; the hub writes it.
package final class PresenceBoard: PresenceView {
    private struct State {
        var online: Set<User.ID> = []
        /// Online when the daemon ended, and not seen since; nil until the store has named them.
        var unknown: Set<User.ID>?
        /// Online on other nodes.
        var elsewhere: Set<User.ID> = []
        /// Whether the users of other nodes are unknown.
        var isBlind = false
        /// Users who left so lately that the store may not know it, and the batch that will store
        /// it.
        var left: [User.ID: (at: Moment, batch: UInt64)] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    package func standing(of user: User.ID) -> Standing {
        state.withLock { state in
            if state.online.contains(user) { return .online }
            guard !state.isBlind else { return .unknown }
            if state.elsewhere.contains(user) { return .online }
            if let left = state.left[user] { return .offline(lastSeen: left.at) }
            guard let unknown = state.unknown, !unknown.contains(user) else { return .unknown }
            return .offline(lastSeen: nil)
        }
    }

    /// A user came online, or went offline.
    ///
    /// - Parameter batch: the one that will store it.
    func take(_ change: PresenceChange, batch: UInt64) {
        state.withLock { state in
            state.unknown?.remove(change.user)
            if change.isOnline {
                state.online.insert(change.user)
                state.left[change.user] = nil
            } else {
                state.online.remove(change.user)
                state.left[change.user] = (change.at, batch)
            }
        }
    }

    /// The store has these changes, and all before them.
    func forget(storedIn batch: UInt64) {
        state.withLock { state in
            state.left = state.left.filter { $0.value.batch > batch }
        }
    }

    /// A user is online on another node, or on none of them any more.
    ///
    /// - Parameter batch: until it is stored, the store may have another state.
    func takeElsewhere(_ change: PresenceChange, batch: UInt64) {
        state.withLock { state in
            state.unknown?.remove(change.user)
            if change.isOnline {
                state.elsewhere.insert(change.user)
            } else {
                state.elsewhere.remove(change.user)
                if !state.online.contains(change.user) {
                    state.left[change.user] = (change.at, batch)
                }
            }
        }
    }

    /// The users of other nodes are unknown from now on.
    func lookAway() { state.withLock { $0.isBlind = true } }

    /// The users of other nodes are known.
    func see() { state.withLock { $0.isBlind = false } }

    /// The store has named the users whose presence is unknown.
    func begin(unknown: Set<User.ID>) {
        state.withLock { $0.unknown = unknown }
    }

    /// The users whose presence was unknown have had the time to come back.
    func endUnknown() {
        state.withLock { $0.unknown = [] }
    }
}

/// The users whose presence has changed since the last digest, in the order of the changes.
struct PresenceChanges: Sendable {
    private var entries: [(user: User.ID, was: Bool)] = []
    private var places: [User.ID: Int] = [:]
    /// When the next digest is due; nil while there is nothing to send.
    private(set) var due: Duration?

    func contains(_ user: User.ID) -> Bool { places[user] != nil }

    /// - Parameter was: what friends see until the change is sent.
    mutating func note(_ user: User.ID, was: Bool, due: Duration) {
        guard places[user] == nil else { return }
        places[user] = entries.count
        entries.append((user, was))
        if self.due == nil { self.due = due }
    }

    /// Makes a pending change of a user reach friends who know nothing of the user yet.
    ///
    /// - Parameter isShown: the state that the change leads to.
    /// - Returns: whether a change is pending.
    mutating func include(_ user: User.ID, isShown: Bool) -> Bool {
        guard let place = places[user] else { return false }
        entries[place].was = !isShown
        return true
    }

    mutating func takeAll() -> [(user: User.ID, was: Bool)] {
        defer { self = PresenceChanges() }
        return entries
    }
}

/// The cost of presence, for the event log.
struct PresenceTally: Sendable {
    /// The time between two lines of the log.
    static let distance = Duration.seconds(10)

    /// The cost that the log has already.
    var told = PresenceCost()
    /// When the next line is due.
    var due: Duration?
}

extension HubCore {
    /// Adds the time that an input took which had to do with presence.
    package mutating func spent(_ duration: Duration) {
        meter.presenceNanoseconds.add(duration.wholeNanoseconds)
        if tally.due == nil { tally.due = now.uptime + PresenceTally.distance }
    }

    /// How much was done for presence so far: an input that changes it adds to the cost.
    package var presenceWorkCount: Int { meter.transitions.current + meter.notices.current }

    mutating func tellTally(atOnce: Bool = false) {
        let cost = meter.presence - tally.told
        guard cost.transitionCount > 0 || cost.noticeCount > 0 else { return }
        let due = tally.due ?? now.uptime + PresenceTally.distance
        tally.due = due
        guard due <= now.uptime || atOnce else { return }
        log.write(
            .presenceTally, .count(cost.transitionCount), .notices(cost.noticeCount),
            .duration(cost.busy))
        tally = PresenceTally(told: meter.presence)
    }
}
