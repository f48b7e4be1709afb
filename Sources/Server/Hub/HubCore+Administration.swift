import Kernel
import WebSocket

/// What an administrator sees of the sessions, and does to them.
extension HubCore {
    /// A session as an administrator sees it.
    struct Standing: Sendable {
        let username: String
        let session: HubSession
    }

    /// Every open session, or one user's; in no order.
    func standings(of username: String?) -> [Standing] {
        guard let username else {
            return sessions.values.map {
                Standing(username: users[$0.user]?.username ?? "", session: $0)
            }
        }
        let keys = names[username].flatMap { users[$0]?.sessions } ?? []
        return keys.compactMap { sessions[$0] }.map { Standing(username: username, session: $0) }
    }

    /// How many people have a session.
    var peopleCount: Int { users.values.count { !$0.sessions.isEmpty } }

    /// Ends sessions of a user.
    ///
    /// - Parameters:
    ///   - number: only the one with this number; nil: all.
    /// - Returns: whose they were, and how many; nil when nobody of this name is connected.
    mutating func end(
        sessionsOf username: String, number: UInt64?, _ code: CloseCode, _ reason: String,
        at now: HubTime
    ) -> (user: User.ID, count: Int)? {
        self.now = now
        guard let user = names[username] else { return nil }
        let ended = (users[user]?.sessions ?? []).filter { key in
            number == nil || sessions[key]?.number == number
        }
        for key in ended {
            detach(key)
            send(.close(code, reason), to: key)
        }
        return (user, ended.count)
    }
}
