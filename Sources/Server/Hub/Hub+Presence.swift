import Dispatch
import Kernel
import Wire

extension Hub {
    /// A session of a user opens: friends are told, unless they never heard that the user left.
    func arrive(_ session: HubSession, _ grant: SessionGrant) {
        let user = session.user
        var online = users[user] ?? OnlineUser(username: grant.caller.username, friends: [])
        online.sessions.append(session.key)
        online.friends = Set(grant.friends)
        if !session.isSilent {
            online.presentCount += 1
            online.leavesAt = nil
        }
        let isNew = !session.isSilent && !online.isOnline
        online.isOnline = online.isOnline || isNew
        users[user] = online
        guard isNew else { return }
        board.set(user, online: true)
        announce(user, online: true)
    }

    /// A session of a user is gone; "offline" waits for the grace, so that a flap is silent.
    func leave(_ session: HubSession) {
        guard var online = users[session.user] else { return }
        online.sessions.removeAll { $0 == session.key }
        if !session.isSilent {
            online.presentCount -= 1
            if online.presentCount == 0 { online.leavesAt = .now + grace }
        }
        users[session.user] = online.sessions.isEmpty && !online.isOnline ? nil : online
        if online.leavesAt != nil { planFarewell(of: session.user) }
    }

    /// Two users became friends or stopped being friends: their presence concerns one another,
    /// or no longer does.
    func relate(_ one: User.ID, _ other: User.ID, exists: Bool) {
        for (user, friend) in [(one, other), (other, one)] {
            if exists {
                users[user]?.friends.insert(friend)
                if users[friend]?.isOnline == true { tell(user, of: friend, online: true) }
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

    private func planFarewell(of user: User.ID) {
        leaving.insert(user)
        guard !isFarewellPlanned else { return }
        isFarewellPlanned = true
        executor.queue.asyncAfter(deadline: .now() + .milliseconds(graceMilliseconds)) {
            self.post { hub in hub.sayFarewell() }
        }
    }

    /// Announces everybody whose grace is over.
    private func sayFarewell() {
        isFarewellPlanned = false
        let now = ContinuousClock.now
        for user in leaving {
            guard let leavesAt = users[user]?.leavesAt else {
                leaving.remove(user)
                continue
            }
            guard leavesAt <= now else { continue }
            leaving.remove(user)
            depart(user)
        }
        if let user = leaving.first { planFarewell(of: user) }
    }

    private func depart(_ user: User.ID) {
        board.set(user, online: false)
        announce(user, online: false)
        users[user]?.leavesAt = nil
        users[user]?.isOnline = false
        if users[user]?.sessions.isEmpty == true { users[user] = nil }
    }
}
