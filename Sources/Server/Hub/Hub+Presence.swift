import Dispatch
import Kernel
import Wire

extension Hub {
    /// A session of a user opens: friends are told, unless they never heard that the user left.
    func arrive(_ grant: SessionGrant, _ key: ConnectionKey) {
        let user = grant.caller.user
        let wasHere = users[user] != nil
        var online =
            users[user] ?? OnlineUser(username: grant.caller.username, friends: [])
        online.sessions.append(key)
        online.friends = Set(grant.friends)
        online.leavesAt = nil
        users[user] = online
        guard !wasHere else { return }
        board.set(user, online: true)
        announce(user, online: true)
    }

    /// A session of a user is gone; "offline" waits for the grace, so that a flap is silent.
    func leave(_ user: User.ID, _ key: ConnectionKey) {
        users[user]?.sessions.removeAll { $0 == key }
        guard users[user]?.sessions.isEmpty == true else { return }
        users[user]?.leavesAt = .now + grace
        planFarewell()
    }

    /// Two users became friends or stopped being friends: their presence concerns one another,
    /// or no longer does.
    func relate(_ one: User.ID, _ other: User.ID, exists: Bool) {
        for (user, friend) in [(one, other), (other, one)] {
            if exists {
                users[user]?.friends.insert(friend)
                if users[friend] != nil { tell(user, of: friend, online: true) }
            } else {
                users[user]?.friends.remove(friend)
            }
        }
    }

    private func announce(_ user: User.ID, online: Bool) {
        for friend in users[user]?.friends ?? [] { tell(friend, of: user, online: online) }
    }

    private func tell(_ user: User.ID, of friend: User.ID, online: Bool) {
        guard let sessions = users[user]?.sessions, let username = users[friend]?.username else {
            return
        }
        var presence = Presence()
        presence.user = username
        presence.online = online
        let message = ServerMessage(.presence(presence))
        for key in sessions {
            guard let format = self.sessions[key]?.format else { continue }
            send(.message(message.bytes(format), answers: false), to: key)
        }
    }

    private func planFarewell() {
        guard !isFarewellPlanned else { return }
        isFarewellPlanned = true
        let milliseconds =
            Int(grace.components.seconds * 1000)
            + Int(grace.components.attoseconds / 1_000_000_000_000_000)
        executor.queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            self.post { hub in hub.sayFarewell() }
        }
    }

    /// Announces everybody whose grace is over.
    private func sayFarewell() {
        isFarewellPlanned = false
        let now = ContinuousClock.now
        var isAnyoneLeft = false
        for (user, online) in users {
            guard let leavesAt = online.leavesAt else { continue }
            guard leavesAt <= now else {
                isAnyoneLeft = true
                continue
            }
            board.set(user, online: false)
            announce(user, online: false)
            users[user] = nil
        }
        if isAnyoneLeft { planFarewell() }
    }
}
