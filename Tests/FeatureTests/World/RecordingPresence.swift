import Kernel
import Synchronization

/// Presence as a test sets it. It records the users whom the features ask about.
final class RecordingPresence: PresenceView {
    private let state = Mutex((online: Set<User.ID>(), asked: [User.ID]()))

    /// The users whom the features have asked about, in order.
    var asked: [User.ID] { state.withLock { $0.asked } }

    func connect(_ user: User.ID) {
        state.withLock { _ = $0.online.insert(user) }
    }

    func standing(of user: User.ID) -> Standing {
        state.withLock { state in
            state.asked.append(user)
            return state.online.contains(user) ? .online : .offline(lastSeen: nil)
        }
    }
}
