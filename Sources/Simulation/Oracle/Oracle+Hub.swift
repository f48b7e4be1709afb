import Hub
import Kernel
import Promises
import Wire

extension Oracle {
    /// A client's message has reached the daemon.
    func heard(_ bytes: [UInt8], on link: Link, from caller: Caller?) {
        guard let message = ClientMessage(bytes, link.format), let command = message.command
        else { return world.complain(.rules, "the client says what is no command") }
        let question = Question(link: link.key, number: message.id)
        heard[question] = Heard(
            user: caller.flatMap { names[$0.user] } ?? link.device.user, command: command,
            token: told[link.number]?.token ?? "")
        if case .sessionOpen = command {
            rules.look(at: link.daemon.clock.moment)
            heard[question]?.unreadable = rules.unreadable(by: link.device.user)
        }
    }

    /// The hub has decided to send a message.
    func decided(_ message: ServerMessage, on link: Link) {
        if message.id != 0 {
            answered(message, on: link)
        } else if message.seq != 0 {
            delivered(message, on: link)
        } else if let body = message.body {
            hinted(body, on: link)
        }
    }

    private func answered(_ message: ServerMessage, on link: Link) {
        let question = Question(link: link.key, number: message.id)
        guard let asked = heard[question], let body = message.body else {
            return world.complain(.rules, "an answer to a question that nobody asked")
        }
        if case .session(let session) = body { opened(session, asked, on: link) }
        guard !asked.answers.contains(body) else { return }
        guard case .error(let error) = body, error.temporary, asked.hasFailed else {
            let what = "\(body.brief), which is not durable"
            return world.complain(.durable, "\(asked.text) is answered \(what)")
        }
    }

    private func opened(
        _ session: SessionOpened, _ asked: Heard, on link: Link
    ) {
        guard case .sessionOpen(let open) = asked.command else { return }
        let device = link.device
        told[link.number] = Told(
            user: device.user, device: device.name, token: open.token,
            seq: session.reset || !open.hasAfter ? session.top : open.after,
            unreadable: asked.unreadable)
        if !device.isSilent { tenures.opened(link) }
        markersUnderway.opened(link.number, horizon: link.daemon.core.horizon)
        checkToken(on: link)
        let isForeign = !open.epoch.isEmpty && open.epoch != session.epoch
        if session.reset, !isForeign, open.after + 1 >= session.floor, open.after <= session.top {
            world.complain(.gapless, "\(device.name) is reset for no reason")
        }
    }

    private func delivered(_ message: ServerMessage, on link: Link) {
        guard var told = told[link.number] else {
            return world.complain(.discreet, "an event for a connection without a session")
        }
        checkToken(on: link)
        rules.look(at: link.daemon.clock.moment)
        let inbox = rules.inboxes[told.user] ?? []
        guard message.seq <= inbox.count else {
            return world.complain(
                .durable, "\(told.device) receives event \(message.seq), which is not durable")
        }
        if !inbox[Int(message.seq) - 1].hasSaid(message.body) {
            world.complain(
                .order, "\(told.device) receives another event \(message.seq) than is stored")
        }
        // Events under way may still arrive; a replay reads the current permissions.
        if message.body != nil, told.unreadable.contains(message.seq),
            inbox[Int(message.seq) - 1].isUnreadable
        {
            world.complain(.discreet, "\(told.device) is replayed event \(message.seq)")
        }
        if message.seq != told.seq + 1 {
            world.complain(
                .gapless, "\(told.device) receives event \(message.seq) after \(told.seq)")
        }
        // A silent session closes no other session, and none closes it.
        if !link.device.isSilent, tenures.isOver(link, knowing: knowledge.count(of: link.daemon)) {
            world.complain(.fenced, "\(told.device) receives events on two connections")
        }
        told.seq = message.seq
        self.told[link.number] = told
    }

    /// Judges a message outside the inbox: its recipient must be a friend, as far as the hub can
    /// know.
    private func hinted(_ body: ServerMessage.OneOf_Body, on link: Link) {
        guard let user = told[link.number]?.user else { return }
        checkToken(on: link)
        let known = knowledge.states(of: link.daemon)
        for subject in body.subjects where subject != user {
            let isKnown = known.contains { known in
                known.friends.contains(Pair(user, subject)) || known.isInGroup(body, user)
            }
            if !isKnown {
                world.complain(.discreet, "\(user) receives \(body.brief), and is no friend")
            }
        }
        switch body {
        case .presence, .presenceDigest:
            for subject in body.subjects { presenceCounts[subject, default: 0] += 1 }
        case .roomTyping(let typing):
            // The hub may learn of a change from a session, before its commit is handed over.
            let tells =
                known.contains { $0.typists.contains(typing.from) }
                || rules.typists.contains(typing.from)
            let isInGroup = known.contains { $0.areIn(typing.room, typing.from, user) }
            let isTrue =
                (isInGroup || typing.room == Pair(user, typing.from).room)
                && typed.contains(
                    Rules.Way(from: typing.from, to: isInGroup ? typing.room : user))
            guard !tells || !isTrue else { break }
            world.complain(.discreet, "\(user) receives \(body.brief), which is false or private")
        case .placeChanged(let changed):
            guard case .set(let marker)? = changed.change else {
                markersUnderway.isGone(changed.gone, for: user, on: link.number)
                break
            }
            let isUnderway = markersUnderway.mayCome(marker, to: user, on: link.number)
            let isKnown = known.contains { $0.has(marker, for: user) }
            guard !isKnown, !(isUnderway && link.daemon.node != nil) else { break }
            world.complain(.discreet, "\(user) receives \(body.brief), which is not meant for them")
        default: break
        }
    }

    /// A connection whose token was revoked receives nothing more.
    private func checkToken(on link: Link) {
        guard let told = told[link.number],
            knowledge.states(of: link.daemon).allSatisfy({ $0.voided.contains(told.token) })
        else { return }
        world.complain(.rules, "\(told.device) receives a message after it logged out")
    }

    /// A command that the hub carries out itself: done, whatever its effect.
    func lives(_ bytes: [UInt8], on link: Link) {
        guard let message = ClientMessage(bytes, link.format) else { return }
        let question = Question(link: link.key, number: message.id)
        heard[question]?.answers.append(.done(Done()))
        guard case .roomType(let type)? = message.command else { return }
        typed.insert(Rules.Way(from: link.device.user, to: type.with))
    }
}

extension Knowledge.State {
    /// Whether a marker is its owner's current one, and meant for a user.
    fileprivate func has(_ marker: Marker, for user: String) -> Bool {
        let owner = marker.user.username
        return markers[owner]?.unixMilliseconds == marker.at.unixMilliseconds
            && !unmeant.contains(Rules.Way(from: owner, to: user))
    }

    /// Whether both are members of a group.
    fileprivate func areIn(_ room: String, _ one: String, _ other: String) -> Bool {
        companies[room].map { $0.contains(one) && $0.contains(other) } ?? false
    }

    /// Whether this is a receipt in one of the user's groups.
    fileprivate func isInGroup(_ body: ServerMessage.OneOf_Body, _ user: String) -> Bool {
        guard case .roomReceipt(let receipt) = body else { return false }
        return companies[receipt.room]?.contains(user) ?? false
    }
}

extension ServerMessage.OneOf_Body {
    /// The users whom an ephemeral message is about.
    fileprivate var subjects: [String] {
        switch self {
        case .presence(let presence): [presence.user]
        case .presenceDigest(let digest): digest.presences.map(\.user)
        case .roomReceipt(let receipt): [receipt.user]
        case .roomTyping(let typing): [typing.from]
        case .wordDailyShown(let shown): [shown.friend.user.username]
        // The owner of a removed marker may no longer be a friend.
        case .placeChanged(let changed):
            changed.set.user.username.isEmpty ? [] : [changed.set.user.username]
        default: []
        }
    }
}
