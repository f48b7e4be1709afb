import Kernel
import Metering
import Observability
import Wire

/// Who is online on any node. Each node informs the friends who are connected to it.
extension HubCore {
    /// The most entries of a roll in one message.
    private static let rollMax = 1_000

    /// Whether friends may see that a user is online, on any node.
    func isShown(_ user: User.ID) -> Bool {
        users[user]?.isShown == true || isShownElsewhere(user)
    }

    /// Whether friends may see that a user is online on another node.
    func isShownElsewhere(_ user: User.ID) -> Bool {
        neighbours?.presence.people[user]?.isShown == true
    }

    /// Whether a device of the user is connected to another node.
    func isElsewhere(_ user: User.ID) -> Bool { neighbours?.presence.people[user] != nil }

    /// A user's presence as friends see it; nil for a user who is not known here.
    func presence(of user: User.ID) -> Presence? {
        if isShownElsewhere(user), let person = neighbours?.presence.people[user] {
            var presence = Presence()
            (presence.user, presence.online) = (person.username, true)
            return presence
        }
        return users[user]?.presence ?? neighbours?.left[user]
    }

    /// A user's friends are known from now on. Those on other nodes may have come before that: the
    /// user receives their presence.
    mutating func tellOfOthers(_ user: User.ID) {
        guard neighbours != nil, let friends = users[user]?.friends?.all else { return }
        let shown = friends.filter(isShownElsewhere).compactMap { friend in
            presence(of: friend).map { (friend, $0) }
        }
        guard !shown.isEmpty else { return }
        var hint = SharedHint(shown)
        meter.notices.add(tellHere(user, &hint))
    }

    /// Reports to other nodes when a user's connection here differs from what they know.
    mutating func announce(_ user: User.ID) {
        guard neighbours != nil, let connected = users[user] else { return }
        let state: Attending =
            connected.isShown ? .shown : connected.isHere ? .hidden : .gone
        guard state != connected.announced else { return }
        neighbours?.sum.change(user, from: connected.announced, to: state)
        users[user]?.announced = state
        output.messages.append(
            .presence(
                RollEntry(user: user, username: connected.username, state: state),
                lastSeen: connected.lastSeen ?? now.moment))
    }

    /// A user's connection to another node has changed.
    mutating func attend(_ entry: RollEntry, at node: Int, lastSeen: Moment?) {
        let (user, was) = (entry.user, isShown(entry.user))
        neighbours?.presence.set(entry, at: node, now: now.uptime)
        let elsewhere = PresenceChange(
            user: user, isOnline: isShownElsewhere(user), at: lastSeen ?? now.moment)
        board.takeElsewhere(elsewhere, batch: storing.batch)
        let isShown = isShown(user)
        guard isShown != was else { return }
        let change = PresenceChange(user: user, isOnline: isShown, at: elsewhere.at)
        if isShown {
            neighbours?.left[user] = nil
            absentees[user] = nil
        } else {
            var presence = Presence()
            (presence.user, presence.lastSeen) = (entry.username, change.at.timestamp)
            neighbours?.left[user] = presence
            // A user who left this node before was still on the other one, so that nothing was
            // stored here. And a node that is lost stores nothing.
            if neighbours?.unstored.remove(user) != nil || lastSeen == nil {
                storing.put(change, at: now.uptime)
            }
        }
        note(user, was: was)
    }

    /// Reports how many users are connected here, at intervals, and gives up silent nodes.
    mutating func beat() {
        guard let neighbours else { return }
        output.messages.append(.beat(neighbours.sum))
        for node in neighbours.presence.silent(at: now.uptime) { lose(node) }
        if neighbours.presence.isSure(at: now.uptime) { board.see() }
    }

    private mutating func lose(_ node: Int) {
        for (user, username) in neighbours?.presence.people(at: node) ?? [] {
            let entry = RollEntry(user: user, username: username, state: .gone)
            attend(entry, at: node, lastSeen: nil)
        }
        neighbours?.presence.forget(node)
    }

    /// A node reports how many users it has.
    mutating func hear(_ sum: PresenceSum, from node: Int) {
        if neighbours?.presence.hear(sum, from: node, at: now.uptime) == true {
            output.messages.append(.asks(node))
        }
    }

    /// Sends the list of the users who are connected here, at another node's request.
    mutating func callRoll() {
        let entries = users.keys.sorted().compactMap { user -> RollEntry? in
            guard let connected = users[user], connected.announced != .gone else { return nil }
            return RollEntry(
                user: user, username: connected.username, state: connected.announced)
        }
        let partCount = max(1, (entries.count + Self.rollMax - 1) / Self.rollMax)
        for part in 0..<partCount {
            let some = Array(entries.dropFirst(part * Self.rollMax).prefix(Self.rollMax))
            output.messages.append(.roll(some, part: part, of: partCount))
        }
    }

    /// Takes a part of the list of another node's users.
    mutating func take(_ entries: [RollEntry], part: Int, of count: Int, from node: Int) {
        guard
            let roll = neighbours?.presence.take(
                entries, part: part, of: count, from: node, at: now.uptime)
        else { return }
        let present = Set(roll.map(\.user))
        for (user, username) in neighbours?.presence.people(at: node) ?? []
        where !present.contains(user) {
            let entry = RollEntry(user: user, username: username, state: .gone)
            attend(entry, at: node, lastSeen: now.moment)
        }
        for entry in roll { attend(entry, at: node, lastSeen: now.moment) }
    }

    /// The bus went up, or down.
    mutating func noteBus(isUp: Bool, _ reason: String? = nil) {
        neighbours?.presence.upSince = isUp ? now.uptime : nil
        if !isUp { board.lookAway() }
        guard let neighbours, neighbours.isBusUp != isUp else { return }
        self.neighbours?.isBusUp = isUp
        log.write(isUp ? .busUp : .busLost, fields: reason.map { [.reason($0)] } ?? [])
        meter.nodes.isDown.set(isUp ? 0 : 1)
        if !isUp { meter.nodes.outages.add() }
    }
}
