package import Kernel
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
