package import Kernel
import WebSocket
import Wire

/// What an administrator may see of sessions, and do to them.
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

    /// How many users have a session.
    package var peopleCount: Int { users.values.count { !$0.sessions.isEmpty } }

    /// Sends an announcement to all connected users.
    ///
    /// - Returns: how many sessions on this node receive it.
    package mutating func broadcast(_ text: String, at now: HubTime) -> Int {
        self.now = now
        if neighbours != nil { tellOthers(.announced(text)) }
        return announce(text)
    }

    /// Sends an announcement to the users who are connected here.
    @discardableResult
    mutating func announce(_ text: String) -> Int {
        var notice = Wire.Notice()
        notice.text = text
        // An announcement does not replace one that still waits for a slow reader.
        var hint = SharedHint(.notice(notice), key: "notice:\(text)", about: .nobody)
        return users.keys.sorted().reduce(0) { $0 + tellHere($1, &hint) }
    }

    /// The close reason for the sessions of a banned user; the words of the ban are in `BANNED`.
    static let bannedReason = "this account is banned"

    /// Closes all sessions of a user, and admits none that is being opened.
    ///
    /// - Parameter until: when the ban ends; nil: never.
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

    /// Ends sessions of a user, on all nodes.
    ///
    /// - Parameters:
    ///   - number: only the session with this number, on this node; nil: all.
    ///   - known: the user, if it was looked up.
    /// - Returns: nil when no user of this name is connected.
    package mutating func kick(
        _ username: String, number: UInt64?, known: User.ID? = nil, at now: HubTime
    ) -> Kick? {
        self.now = now
        guard let user = names[username] ?? known else { return nil }
        let count = kick(user, number: number)
        let isTold = number == nil && neighbours?.mayHave(user, at: now.uptime) == true
        if isTold { tellOthers(.kicked(user)) }
        return count > 0 || isTold ? Kick(user: user, count: count, isTold: isTold) : nil
    }

    /// Ends the sessions that a user has here.
    @discardableResult
    mutating func kick(_ user: User.ID, number: UInt64? = nil) -> Int {
        let ended = (users[user]?.sessions ?? []).filter { key in
            number == nil || sessions[key]?.number == number
        }
        end(ended, .kicked, "an administrator ended this session")
        return ended.count
    }

    /// The numbers of the other nodes on which a user has sessions, as far as the bus has reported.
    package func nodes(of username: String) -> [Int] {
        neighbours?.presence.nodes(of: username) ?? []
    }
}

/// The outcome of ending a user's sessions.
package struct Kick: Sendable {
    package let user: User.ID
    /// How many sessions have ended here.
    package let count: Int
    /// Whether other nodes end theirs, too.
    package let isTold: Bool
}
