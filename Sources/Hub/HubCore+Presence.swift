import Kernel
import Metering
import Observability
import Wire

extension HubCore {
    /// A session of a user opens: friends are told, unless they never heard that the user left.
    ///
    /// Who the friends are, and what they may know, is asked of the writer, so that the answer
    /// stands in the order of commits: no friendship that ends meanwhile is missed, and nobody is
    /// shown who has become invisible. Until then the user is not shown.
    mutating func arrive(_ session: HubSession, _ grant: SessionGrant) {
        let user = session.user
        // What the hub knows already is newer than what the session's snapshot said.
        var connected =
            users[user]
            ?? ConnectedUser(username: grant.caller.username, discretion: grant.discretion)
        if connected.sessions.isEmpty { follow(user, true) }
        connected.sessions.append(session.key)
        devices.opened(session, at: now.moment)
        if !session.isSilent {
            connected.presentCount += 1
            connected.leavesAt = nil
        }
        users[user] = connected
        names[connected.username] = user
        if connected.friends == nil { askForFriends(of: user) }
        show(user)
    }

    /// A session of a user is gone; "offline" waits for the grace, so that a flap is silent.
    mutating func leave(_ session: HubSession) {
        devices.closed(session, at: now.moment)
        guard var connected = users[session.user] else { return }
        connected.sessions.removeAll { $0 == session.key }
        if connected.sessions.isEmpty { follow(session.user, false) }
        if !session.isSilent {
            connected.presentCount -= 1
            if connected.presentCount == 0 {
                let leavesAt = now.uptime + terms.grace
                connected.leavesAt = leavesAt
                connected.lastSeen = connected.isShown ? now.moment : connected.lastSeen
                if !isDraining { departures.append(session.user, at: leavesAt) }
            }
        }
        users[session.user] = connected
        forgetIfGone(session.user)
    }

    /// The graces that are over: whoever has not come back is gone.
    mutating func sayFarewell() {
        while let (user, at) = departures.takeDue(by: now.uptime) {
            guard users[user]?.leavesAt == at else { continue }
            users[user]?.leavesAt = nil
            show(user)
            forgetIfGone(user)
        }
    }

    /// Makes what friends may know of a user what it is to be.
    mutating func show(_ user: User.ID) {
        defer { announce(user) }
        guard var connected = users[user] else { return }
        let isShown =
            connected.isHere && !connected.discretion.isInvisible && connected.friends != nil
        guard isShown != connected.isShown else { return }
        connected.isShown = isShown
        // Who leaves was last seen then; who becomes invisible, is seen for the last time now.
        if connected.presentCount > 0 { connected.lastSeen = now.moment }
        users[user] = connected
        meter.transitions.add()
        meter.online.add(isShown ? 1 : -1)
        let change = PresenceChange(
            user: user, isOnline: isShown, at: connected.lastSeen ?? now.moment)
        board.take(change, batch: storing.batch)
        // Friends know already, from the other node.
        guard !isShownElsewhere(user) else {
            if !isShown { neighbours?.unstored.insert(user) }
            return
        }
        storing.put(change, at: now.uptime)
        absentees[user] = nil
        note(user, was: !isShown)
    }

    /// Two users became friends or stopped being friends: their presence concerns one another,
    /// or no longer does; nor does anything else that may still wait for a slow peer.
    mutating func relate(_ one: User.ID, _ other: User.ID, exists: Bool) {
        for (user, friend) in [(one, other), (other, one)] {
            guard exists else {
                neighbours?.partings.note(user, friend, at: now.uptime)
                users[user]?.friends?.remove(friend)
                for key in users[user]?.sessions ?? [] { send(.forgetHints(friend), to: key) }
                continue
            }
            users[user]?.friends?.insert(friend)
            guard isShown(friend), let presence = presence(of: friend),
                !changes.include(friend, isShown: true)
            else { continue }
            var hint = SharedHint([(friend, presence)])
            meter.notices.add(tellHere(user, &hint))
        }
    }

    /// Nothing is kept of users who are not connected and of whom there is nothing to tell.
    mutating func forgetIfGone(_ user: User.ID) {
        guard let connected = users[user], connected.sessions.isEmpty, !connected.isHere,
            !changes.contains(user)
        else { return }
        users[user] = nil
        names[connected.username] = nil
    }
}
