package import Kernel
import Metering
import Observability
import Synchronization

/// What friends may know of everybody's presence, for anybody who asks from any thread. The hub
/// writes it.
package final class PresenceBoard: PresenceView {
    private struct State {
        var online: Set<User.ID> = []
        /// Online when the daemon ended, and not seen since; nil until the store has said who.
        var unknown: Set<User.ID>?
        /// Online on other nodes.
        var elsewhere: Set<User.ID> = []
        /// Whether nobody knows who is on other nodes.
        var isBlind = false
        /// Who left so lately that the store may not know of it, and in which batch it will.
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

    /// Somebody came or went.
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

    /// Somebody is online on another node, or on none of them any more.
    ///
    /// - Parameter batch: until that is stored, the store may say something else.
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

    /// Nobody knows any more who is on other nodes.
    func lookAway() { state.withLock { $0.isBlind = true } }

    /// It is known who is on other nodes.
    func see() { state.withLock { $0.isBlind = false } }

    /// The store has said of whom nobody can know whether they are online.
    func begin(unknown: Set<User.ID>) {
        state.withLock { $0.unknown = unknown }
    }

    /// Those have had the time to come back.
    func endUnknown() {
        state.withLock { $0.unknown = [] }
    }
}

/// Whose presence has changed since friends were last told, in the order of the changes.
struct PresenceChanges: Sendable {
    private var entries: [(user: User.ID, was: Bool)] = []
    private var places: [User.ID: Int] = [:]
    /// When friends are to be told; nil while there is nothing to tell.
    private(set) var due: Duration?

    func contains(_ user: User.ID) -> Bool { places[user] != nil }

    /// - Parameter was: what friends believe until the change is sent.
    mutating func note(_ user: User.ID, was: Bool, due: Duration) {
        guard places[user] == nil else { return }
        places[user] = entries.count
        entries.append((user, was))
        if self.due == nil { self.due = due }
    }

    /// Somebody who believes nothing yet will hear of a user, if that is about to be told anyhow.
    ///
    /// - Parameter isShown: what there is to tell.
    /// - Returns: whether it is.
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

/// What presence costs, for the event log.
struct PresenceTally: Sendable {
    /// How far apart the log hears of it.
    static let distance = Duration.seconds(10)

    /// What the log has heard of.
    var told = PresenceCost()
    /// When it is to hear of the rest.
    var due: Duration?
}

extension HubCore {
    /// Counts what an input has cost that had to do with presence.
    package mutating func spent(_ duration: Duration) {
        meter.presenceNanoseconds.add(duration.wholeNanoseconds)
        if tally.due == nil { tally.due = now.uptime + PresenceTally.distance }
    }

    /// How much was done for presence so far: an input that changes it costs something.
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
