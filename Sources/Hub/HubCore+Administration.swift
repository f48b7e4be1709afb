package import Kernel
package import WebSocket
import Wire

/// What an administrator sees of the sessions, and does to them.
extension HubCore {
    /// A session as an administrator sees it.
    package struct Standing: Sendable {
        package let username: String
        package let session: HubSession
    }

    /// Every open session, or one user's; in no order.
    package func standings(of username: String?) -> [Standing] {
        guard let username else {
            return sessions.values.map {
                Standing(username: users[$0.user]?.username ?? "", session: $0)
            }
        }
        let keys = names[username].flatMap { users[$0]?.sessions } ?? []
        return keys.compactMap { sessions[$0] }.map { Standing(username: username, session: $0) }
    }

    /// How many people have a session.
    package var peopleCount: Int { users.values.count { !$0.sessions.isEmpty } }

    /// Tells everybody who is connected.
    ///
    /// - Returns: how many sessions that is.
    package mutating func broadcast(_ text: String, at now: HubTime) -> Int {
        self.now = now
        var notice = Wire.Notice()
        notice.text = text
        // One that still waits for a slow reader is not replaced by another.
        var hint = SharedHint(.notice(notice), key: "notice:\(text)", about: .nobody)
        return users.keys.sorted().reduce(0) { $0 + tellHere($1, &hint) }
    }

    /// Why the session of somebody ends who is banned; the words of the ban are in `BANNED`.
    static let bannedReason = "this account is banned"

    /// Closes all sessions of a user, and lets none in that was on its way.
    ///
    /// - Parameter until: nil: for good.
    mutating func ban(_ user: User.ID, until: Moment?) {
        banned[user] = until ?? Moment(unixMilliseconds: .max)
        end(users[user]?.sessions ?? [], .banned, Self.bannedReason)
    }

    private mutating func end(_ ended: [ConnectionKey], _ code: CloseCode, _ reason: String) {
        for key in ended {
            detach(key)
            send(.close(code, reason), to: key)
        }
    }

    /// Ends sessions of a user.
    ///
    /// - Parameters:
    ///   - number: only the one with this number; nil: all.
    /// - Returns: whose they were, and how many; nil when nobody of this name is connected.
    package mutating func end(
        sessionsOf username: String, number: UInt64?, _ code: CloseCode, _ reason: String,
        at now: HubTime
    ) -> (user: User.ID, count: Int)? {
        self.now = now
        guard let user = names[username] else { return nil }
        let ended = (users[user]?.sessions ?? []).filter { key in
            number == nil || sessions[key]?.number == number
        }
        end(ended, code, reason)
        return (user, ended.count)
    }
}
