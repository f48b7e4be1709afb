package import Kernel
import Synchronization

/// Who is online, for anybody who asks from any thread. The hub writes it.
package final class PresenceBoard: PresenceView {
    private let online = Mutex<Set<User.ID>>([])

    package func isOnline(_ user: User.ID) -> Bool {
        online.withLock { $0.contains(user) }
    }

    func set(_ user: User.ID, online isOnline: Bool) {
        online.withLock { online in
            if isOnline { online.insert(user) } else { online.remove(user) }
        }
    }
}
