import Kernel
import Promises
import SwiftProtobuf
import Wire

/// What must hold once the faults have ended and time has passed.
struct Evening {
    let world: World

    init(_ world: World) { self.world = world }

    func check() {
        awaitQuiet()
        guard world.violation == nil else { return }
        for device in world.devices {
            checkPlace(of: device)
            checkMessages(of: device)
        }
        checkInboxes()
        checkPartners()
        checkSweep()
        checkAudits()
        if world.crowd.unsettledCount > 0 {
            world.complain(.converges, "commands got no answer: \(world.crowd.unsettled)")
        }
        awaitSteadyToggles()
        askEverything()
        // A match that has ended is announced 30 s later, which may be now.
        awaitQuiet()
        checkEvidence()
        checkPresence()
        for user in world.plan.users where world.violation == nil { checkDeparture(of: user) }
        guard let user = world.chance.pick(world.plan.users), world.violation == nil else { return }
        // A device that was away does not know the presence of its friends yet.
        for device in world.devices { world.crowd.give(.friendList(FriendList()), on: device) }
        world.pass(until: world.now + .seconds(10))
        checkPresence()
        checkFlap(of: user)
        checkDeadNodes(of: user)
        checkVanishing(of: user)
    }

    /// Activities still expire: waits until their events have arrived.
    private func awaitQuiet() {
        for _ in 0..<30 where !world.devices.allSatisfy(hasEverything) {
            world.pass(until: world.now + .seconds(1))
        }
    }

    /// A node omits expired entries from lists by its own clock, and the events follow somewhat
    /// later. Replies around that moment do not show one state.
    private func awaitSteadyToggles() {
        let skew = world.plan.clockSkews.map { max($0, .zero - $0) }.max() ?? .zero
        let margin = skew + world.plan.slack + .seconds(2)
        for _ in 0..<30
        where world.oracle.rules.endsToggle(before: world.clock.moment.advanced(by: margin)) {
            world.pass(until: world.now + .seconds(1))
        }
        // The same of messages, about which more is asked.
        for _ in 0..<180 where endsMessage(within: margin + .seconds(25)) {
            world.pass(until: world.now + .seconds(1))
        }
    }

    private func endsMessage(within time: Duration) -> Bool {
        let now = world.clock.moment
        return world.oracle.rules.endsMessage(
            after: now.advanced(by: .zero - time), before: now.advanced(by: time))
    }

    private func hasEverything(_ device: Device) -> Bool {
        device.isSignedIn && device.place.seq == world.oracle.rules.top(of: device.user)
    }

    private func checkPlace(of device: Device) {
        let top = Int(world.oracle.rules.top(of: device.user))
        if !device.isSignedIn {
            world.complain(.converges, "\(device.name) is not connected")
        } else if Int(device.place.seq) != top {
            world.complain(
                .converges, "\(device.name) has \(device.place.seq) of \(top) events")
        }
    }

    /// Every message that a device knows is in its room with the same content, or was, before a
    /// restore replaced the data.
    private func checkMessages(of device: Device) {
        let epochs = [world.oracle.rules] + world.oracle.forgotten
        let rooms = epochs.flatMap(\.rooms).filter { $0.key.includes(device.user) }
        let groups = epochs.flatMap(\.companies.values)
        let messages = Set(rooms.flatMap(\.value) + groups.flatMap(\.messages))
        // A device may have missed an edit of a message that was hidden for a while, or what a
        // former friend took back.
        let untold = epochs.reduce(into: Set<String>()) { $0.formUnion($1.untold) }
        let hidden = Set(
            epochs.flatMap { $0.inboxes[device.user] ?? [] }.compactMap { entry -> String? in
                guard entry.wasHidden, case .roomMessageChanged(let changed)? = entry.body else {
                    return nil
                }
                return "\(changed.message.room) \(changed.message.seq)"
            }
        ).union(untold)
        for known in device.messages.values
        where !messages.contains(known) && !hidden.contains("\(known.room) \(known.seq)") {
            world.complain(.converges, "\(device.name) believes that it says \(known.brief)")
        }
    }

    /// The store holds exactly the committed events.
    private func checkInboxes() {
        for (id, user) in world.oracle.names.sorted(by: { $0.key < $1.key }) {
            let events = world.daemons[0].catalog.events
            let rows = try? world.daemons[0].store.snapshot { (snapshot) throws(Refusal) in
                try events.page(of: id, after: 0, limit: 100_000, in: snapshot)
            }
            world.oracle.rules.look(at: world.daemons[0].clock.moment)
            let rules = world.oracle.rules
            let kept = (rules.inboxes[user] ?? []).dropFirst(Int(rules.floor(of: user)) - 1)
            if rows?.map({ $0.event.body }) != kept.map(\.shown) {
                world.complain(.durable, "\(user)'s inbox in the store is another")
            }
        }
    }

    /// Both sides of every partnership have a profile.
    private func checkPartners() {
        let query = Query<Int64>(
            """
            SELECT count(*) FROM partnership p WHERE (SELECT count(*) FROM speaker s
                WHERE s.user_id = p.low OR s.user_id = p.high) < 2
            """
        ) { (columns) throws(StoreError) in try columns.integer() }
        let count = try? world.daemons[0].store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(query)
        }
        if count != 0 {
            world.complain(.durable, "\(count.map(String.init) ?? "?") partners have no profile")
        }
    }

    /// What expired a minute ago by every clock is no longer stored.
    private func checkSweep() {
        let skew = world.plan.clockSkews.map { max($0, .zero - $0) }.max() ?? .zero
        let due = world.clock.moment.advanced(by: .zero - skew - .seconds(60))
        let query = Query<Int64>(
            "SELECT count(*) FROM room_message WHERE expires_ms > 1 AND expires_ms <= \(due)"
        ) { (columns) throws(StoreError) in try columns.integer() }
        // A daemon may have started just now.
        for _ in 0..<30 {
            let count = try? world.daemons[0].store.snapshot { (snapshot) throws(Refusal) in
                try snapshot.first(query)
            }
            if count == 0 { return }
            world.pass(until: world.now + .seconds(1))
        }
        world.complain(.durable, "messages that have expired are still stored")
    }

    /// Every audit of the catalog holds: a project has no more members than its capacity, and each
    /// member and project wanted the other.
    private func checkAudits() {
        for audit in world.daemons[0].catalog.audits {
            let count = try? world.daemons[0].store.snapshot { (snapshot) throws(Refusal) in
                try snapshot.first(audit.breaches)
            }
            if count != 0 {
                world.complain(
                    .durable, "\(count.map(String.init) ?? "?") times not: \(audit.rule)")
            }
        }
    }

    /// Every device reads everything; the replies are judged when they are read.
    private func askEverything() {
        for device in world.devices {
            device.statement = Statement(person: device.statement.person)
            for look in Statement.looks + ClientMessage.OneOf_Command.otherLooks {
                world.crowd.give(look, on: device)
            }
            for friend in world.plan.users
            where world.oracle.rules.mayTalk(device.user, friend) && friend != device.user {
                guard let friend = world.roster.number(friend) else { continue }
                world.crowd.give(Statement.history(with: friend, world.roster), on: device)
                world.crowd.give(
                    .roomPins(.with { $0.with = world.roster.name(friend) }), on: device)
            }
            for other in world.plan.users where world.oracle.rules.teamView.number(of: other) != nil
            {
                world.crowd.give(.teamDocumentList(.with { $0.username = other }), on: device)
            }
            for number in world.oracle.rules.teamView.places.gatherings {
                world.crowd.give(.gatheringPeople(.with { $0.number = number }), on: device)
            }
            for room in world.oracle.rules.groups(of: device.user) {
                world.crowd.give(.roomHistory(.with { $0.with = room }), on: device)
                world.crowd.give(.roomPins(.with { $0.with = room }), on: device)
                let newest = world.oracle.rules.companies[room]?.newest ?? 0
                world.crowd.give(.roomRead(with: room, upTo: newest), on: device)
            }
        }
        world.pass(until: world.now + .seconds(20))
        if world.crowd.unsettledCount > 0 {
            world.complain(.converges, "\(world.crowd.unsettledCount) look-ups got no answer")
        }
    }

    /// What devices sent and received agrees with what they read back. The same check serves any
    /// server, without access to its insides.
    private func checkEvidence() {
        guard world.violation == nil else { return }
        let roster = world.roster
        let statements = world.plan.users.enumerated().compactMap { person, user -> Statement? in
            let own = world.devices.filter { $0.user == user }
            guard var statement = own.first?.statement else { return nil }
            statement.devices = own.map(\.trace)
            let inbox = world.oracle.rules.inboxes[user] ?? []
            statement.inbox = inbox.map { entry in
                guard let body = entry.body else { return .blank }
                let known = InboxEntry(body, of: person, roster)
                return entry.wasBarred && known.isOfGroup ? .blank : known
            }
            statement.ending = Set(
                inbox.compactMap { entry -> Saying? in
                    guard case .roomMessage(let message)? = entry.body, message.hasExpiresAt else {
                        return nil
                    }
                    return Saying(message, roster)
                })
            statement.hidden = Set(
                inbox.indices.filter { inbox[$0].wasHidden }.map { UInt32($0) + 1 })
            return statement
        }
        var neighbourhood = Neighbourhood(unsteady: statements.count)
        neighbourhood.teammates = Set(
            world.oracle.rules.everTeammates.compactMap { pair in
                guard let one = roster.number(pair.low), let other = roster.number(pair.high)
                else { return nil }
                return PersonPair(one, other)
            })
        let violations = Checker.violations(
            statements, neighbourhood, roster,
            wildcards: world.oracle.rules.wildcards, hasTrueClock: false)
        if let first = violations.first {
            world.complain(.evidence, "\(first.what) (\(first.kind))")
        }
    }

    /// Every user is online, and every friend who may know it does.
    private func checkPresence() {
        for user in world.plan.users { check(user, isOnline: true) }
    }

    /// A user leaves and returns: friends receive both changes.
    private func checkDeparture(of user: String) {
        let own = devices(of: user)
        for device in own { device.stop(orderly: true) }
        world.pass(until: world.now + .seconds(2) + world.plan.slack)
        check(user, isOnline: false)
        for device in own { device.start() }
        world.pass(until: world.now + .seconds(10))
        check(user, isOnline: true)
    }

    /// A user disconnects for a moment: friends receive nothing.
    private func checkFlap(of user: String) {
        // Where everything is slow, a moment is too long.
        guard world.plan.slack < .milliseconds(400) else { return }
        let before = world.oracle.presenceCounts[user]
        let own = devices(of: user)
        for device in own { device.stop(orderly: true) }
        world.pass(until: world.now + .milliseconds(100))
        for device in own { device.start() }
        world.pass(until: world.now + .seconds(5))
        check(user, isOnline: true)
        if world.oracle.presenceCounts[user] != before {
            world.complain(
                .presence, "friends received presence of \(user), who was away for a moment")
        }
    }

    /// A user's connections break silently: the server detects it and notifies the friends.
    private func checkVanishing(of user: String) {
        let own = devices(of: user)
        for link in world.network.links where own.contains(where: { $0 === link.device }) {
            world.network.cut(link, .unnoticedByDaemon)
        }
        for device in own { device.stop(orderly: false) }
        world.pass(until: world.now + .seconds(45 + 2) + world.plan.slack)
        check(user, isOnline: false)
    }

    /// All nodes that a user is connected to crash: friends on the other nodes learn of it.
    private func checkDeadNodes(of user: String) {
        let own = devices(of: user)
        let nodes = world.daemons.filter { daemon in
            world.network.links.contains { $0.daemon === daemon && $0.device.user == user }
        }
        guard world.violation == nil, nodes.count < world.daemons.count else { return }
        let others = world.devices.filter { device in
            !own.contains { $0 === device }
                && world.network.links.contains { link in
                    link.device === device && nodes.contains { $0 === link.daemon }
                }
        }
        for daemon in nodes { daemon.crash() }
        for device in own + others { device.stop(orderly: false) }
        for device in others { device.start() }
        world.pass(until: world.now + .seconds(10) + world.plan.slack)
        check(user, isOnline: false)
        do {
            for daemon in nodes { try daemon.boot() }
        } catch {
            world.complain(.converges, "a node does not start: \(error)")
        }
        for device in own { device.start() }
        world.pass(until: world.now + .seconds(10))
        // Devices of the crashed nodes do not know the presence of their friends yet.
        for device in world.devices { world.crowd.give(.friendList(FriendList()), on: device) }
        world.pass(until: world.now + .seconds(10))
        check(user, isOnline: true)
    }

    /// The devices whose connections make a user online.
    private func devices(of user: String) -> [Device] {
        world.devices.filter { $0.user == user && !$0.isSilent }
    }

    private func check(_ user: String, isOnline: Bool) {
        let isOnline = isOnline && !world.oracle.rules.isInvisible(user)
        for device in world.devices where device.user != user {
            let isFriend = world.oracle.rules.areFriends(user, device.user)
            // A device that has just connected does not know the presence of its friends yet.
            let known = device.presence[user] ?? false
            if isFriend, known != isOnline {
                world.complain(
                    .presence,
                    "\(device.name) believes \(user) online: \(known)")
            } else if !world.oracle.rules.mayTalk(user, device.user), known {
                world.complain(.discreet, "\(device.name) knows that \(user) is online")
            }
        }
    }
}

extension ClientMessage.OneOf_Command {
    /// Every other list there is.
    fileprivate static var otherLooks: [Self] {
        [
            .mailboxList(MailboxList()), .privacyRead(PrivacyRead()),
            .speakerRead(SpeakerRead()), .speakerFind(SpeakerFind()), .partnerList(PartnerList()),
            .swipeList(SwipeList()), .wordProfileRead(WordProfileRead()),
            .wordDailyRead(WordDailyRead()), .wordDuelList(WordDuelList()),
            .wordSettingsRead(WordSettingsRead()),
        ]
    }
}
