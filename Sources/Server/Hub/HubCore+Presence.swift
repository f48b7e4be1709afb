import Friends
import Kernel
import Wire

extension HubCore {
    /// A session of a user opens: friends are told, unless they never heard that the user left.
    ///
    /// Who the friends are is asked of the writer, so that the answer stands in the order of
    /// commits and no friendship that ends meanwhile is missed.
    mutating func arrive(_ session: HubSession, _ grant: SessionGrant) {
        let user = session.user
        if users[user] == nil {
            users[user] = OnlineUser(username: grant.caller.username)
        }
        if users[user]?.friends == nil { askForFriends(of: user) }
        users[user]?.sessions.append(session.key)
        guard !session.isSilent else { return }
        users[user]?.presentCount += 1
        users[user]?.leavesAt = nil
        guard users[user]?.isOnline == false else { return }
        users[user]?.isOnline = true
        board.set(user, online: true)
        announce(user, online: true)
    }

    /// The store has said who the friends of a user are.
    mutating func learn(_ friends: [User.ID], of user: User.ID) {
        guard users[user] != nil, users[user]?.friends == nil else { return }
        users[user]?.friends = SortedUsers(friends)
        if users[user]?.isOnline == true { announce(user, online: true) }
    }

    private mutating func askForFriends(of user: User.ID) {
        let job = WriteJob(origin: nil) { (transaction) throws(Refusal) in
            let friends = try Friendships.ids(of: user, in: transaction)
            transaction.signal(.friends(user, friends))
            return .done(Done())
        }
        output.writes.append(job)
    }

    /// A session of a user is gone; "offline" waits for the grace, so that a flap is silent.
    mutating func leave(_ session: HubSession) {
        guard var online = users[session.user] else { return }
        online.sessions.removeAll { $0 == session.key }
        if !session.isSilent {
            online.presentCount -= 1
            if online.presentCount == 0 { online.leavesAt = now.uptime + terms.grace }
        }
        users[session.user] = online.sessions.isEmpty && !online.isOnline ? nil : online
        if let leavesAt = online.leavesAt, !isDraining {
            departures.append(session.user, at: leavesAt)
        }
    }

    /// Two users became friends or stopped being friends: their presence concerns one another,
    /// or no longer does.
    mutating func relate(_ one: User.ID, _ other: User.ID, exists: Bool) {
        for (user, friend) in [(one, other), (other, one)] {
            if exists {
                users[user]?.friends?.insert(friend)
                if users[friend]?.isOnline == true, var notice = notice(of: friend, online: true) {
                    tell(user, &notice)
                }
            } else {
                users[user]?.friends?.remove(friend)
            }
        }
    }

    private mutating func announce(_ user: User.ID, online: Bool) {
        guard var notice = notice(of: user, online: online) else { return }
        for friend in users[user]?.friends?.all ?? [] { tell(friend, &notice) }
    }

    private func notice(of user: User.ID, online: Bool) -> SharedMessage? {
        guard let username = users[user]?.username else { return nil }
        var presence = Presence()
        presence.user = username
        presence.online = online
        return SharedMessage(.presence(presence))
    }

    mutating func tell(_ user: User.ID, _ notice: inout SharedMessage) {
        for key in users[user]?.sessions ?? [] {
            guard let format = sessions[key]?.format else { continue }
            send(.message(notice.bytes(format), .event), to: key)
        }
    }

    /// Announces everybody whose grace is over.
    mutating func sayFarewell() {
        while let (user, at) = departures.takeDue(by: now.uptime) {
            if users[user]?.leavesAt == at { depart(user) }
        }
    }

    private mutating func depart(_ user: User.ID) {
        board.set(user, online: false)
        announce(user, online: false)
        users[user]?.leavesAt = nil
        users[user]?.isOnline = false
        if users[user]?.sessions.isEmpty == true { users[user] = nil }
    }
}
