import Kernel
import Metering
import Observability
import Wire

extension HubCore {
    /// A session of a user opens. Friends are notified, unless they never learned that the user
    /// left.
    ///
    /// The writer looks up the friends, and what they may know. So the answer has its place in the
    /// order of commits: no friendship that ends meanwhile is missed, and no user is shown who has
    /// become invisible. Until the answer is here, the user is not shown.
    mutating func arrive(_ session: HubSession, _ grant: SessionGrant) {
        let user = session.user
        // What the hub knows already is newer than the session's snapshot.
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

    /// A session of a user has ended; "offline" waits for the grace, so that a flap is silent.
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

    /// The graces that are over: users who have not come back are gone.
    mutating func sayFarewell() {
        while let (user, at) = departures.takeDue(by: now.uptime) {
            guard users[user]?.leavesAt == at else { continue }
            users[user]?.leavesAt = nil
            show(user)
            forgetIfGone(user)
        }
    }

    /// Updates whether friends see a user as online.
    mutating func show(_ user: User.ID) {
        defer { announce(user) }
        guard var connected = users[user] else { return }
        let isShown =
            connected.isHere && !connected.discretion.isInvisible && connected.friends != nil
        guard isShown != connected.isShown else { return }
        connected.isShown = isShown
        // A user who leaves was last seen then. One who becomes invisible is last seen now.
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

    /// Two users became friends or stopped being friends. From now on they see each other's
    /// presence, or no longer; hints about an ended friend that still wait for a slow peer are
    /// dropped.
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

    /// Forgets a user who is not connected and of whom there is nothing left to send.
    mutating func forgetIfGone(_ user: User.ID) {
        guard let connected = users[user], connected.sessions.isEmpty, !connected.isHere,
            !changes.contains(user)
        else { return }
        users[user] = nil
        names[connected.username] = nil
    }
}
