package import Kernel
import Metering
import Observability
import WebSocket
import Wire

/// What other nodes do on the same data, as far as this hub has to know.
struct Neighbours: Sendable {
    /// Between two looks at what others have committed.
    static let lookDistance = Duration.milliseconds(250)
    /// How long a node may be away and still find all that others have said: half of what is kept.
    static let absenceMax = Duration.seconds(300)
    /// So many looks go round everybody who is connected.
    static let lookCount = 8

    /// Which of them this is, once it is known.
    var number: Int?
    /// How far this hub knows what they have committed.
    let horizon: NodeHorizon
    /// Who has ceased to be friends lately: what another node says of one of them to the other may
    /// be older than that.
    var partings = NodePartings()
    /// Which hints about something came last.
    fileprivate var hints = HintOrder()
    /// In which order its own commits and those of others took effect.
    fileprivate var order = NodeOrder()
    /// When it is looked next.
    fileprivate(set) var due = Duration.zero
    /// All transactions before it are known.
    fileprivate(set) var known: Int64 = 0
    /// Those behind it that are known already, by their ids, and their transactions.
    fileprivate var seen: [Int64: Int64] = [:]
    /// Who is connected to which of them.
    var presence = NodePresence()
    /// Whether the bus is there; nil before it has said so.
    var isBusUp: Bool?
    /// How many are connected here, as others are told.
    var sum = PresenceSum()
    /// Those who have left other nodes lately, until friends are told.
    var left: [User.ID: Presence] = [:]
    /// Those who went here while they were on another node: that was not stored.
    var unstored: Set<User.ID> = []
    fileprivate var lookNumber = 0
    /// Those whose inboxes were not looked at in this round.
    fileprivate var waiting: ArraySlice<User.ID> = []
    /// How many a look takes, so that all have their turn in a round.
    fileprivate var share = 0

    /// - Parameter horizon: is raised with what is known.
    init(_ horizon: NodeHorizon, as number: Int?) {
        (self.horizon, self.number) = (horizon, number)
    }

    /// Whether the process has stood still for longer than others' rows are kept.
    fileprivate func wasAway(at now: Duration) -> Bool {
        lookNumber > 0 && now - due > Self.absenceMax
    }

    /// Whether looks find what is committed from now on.
    fileprivate var isLooking: Bool { known > 0 }

    /// Whether somebody is connected to one of them, or nobody knows.
    func mayHave(_ user: User.ID, at now: Duration) -> Bool {
        presence.people[user] != nil || !presence.isSure(at: now)
    }

    /// Whether something is found for the first time.
    fileprivate mutating func isNew(_ entry: NodeNews.Entry) -> Bool {
        guard entry.transaction >= known else { return false }
        return seen.updateValue(entry.transaction, forKey: entry.id) == nil
    }

    /// A look had all transactions before `horizon`.
    fileprivate mutating func raise(to horizon: Int64) {
        guard horizon > known else { return }
        known = horizon
        seen = seen.filter { $0.value >= horizon }
        self.horizon.raise(to: horizon)
    }
}

/// A look at how far inboxes have come, and at what else other nodes have committed.
package struct InboxLook: Sendable {
    /// Whose.
    package let users: [User.ID]

    /// Looks.
    package func read(in snapshot: Snapshot) throws(Refusal) -> [Delivery.Recipient] {
        users.isEmpty ? [] : try snapshot.all(Inbox.heads(of: users))
    }
}

extension HubCore {
    /// All transactions of nodes before this one are known; 0: this hub is alone.
    package var horizon: Int64 { neighbours?.known ?? 0 }

    /// The data are shared with other nodes.
    ///
    /// - Parameters:
    ///   - horizon: is raised with what this hub knows of what they have committed.
    ///   - number: which of them this is; nil: it is not known yet.
    package mutating func share(_ horizon: NodeHorizon, as number: Int? = nil) {
        neighbours = Neighbours(horizon, as: number)
        board.lookAway()
    }

    /// Takes what other nodes have committed, once and in order: looks overlap.
    mutating func take(_ news: NodeNews) {
        let entries = news.entries.filter { neighbours?.isNew($0) == true }
        for entry in neighbours?.order.take(entries) ?? [] {
            meter.nodes.signalLag.note(nanoseconds: entry.age.wholeNanoseconds)
            obey(entry)
        }
        neighbours?.raise(to: news.horizon)
    }

    private mutating func obey(_ entry: NodeNews.Entry) {
        switch entry.signal {
        case .claimed(let user, let session, let device):
            settle(Claim(user, device, entry), of: session)
        case .kicked(let user): kick(user)
        case .announced(let text): announce(text)
        default:
            handle(entry.signal, nil)
            inquiry.doubt(entry.signal)
        }
    }

    /// Has the other nodes told, by the data; the hub's own part is done.
    mutating func tellOthers(_ signal: Signal) {
        output.writes.append(
            WriteJob { (transaction) throws(Refusal) in transaction.signal(signal) })
    }

    /// A device has a session here: those that it has on other nodes are to end.
    mutating func claim(_ session: HubSession) {
        guard neighbours != nil, let device = session.device else { return }
        tellOthers(.claimed(session.user, session: session.number, device: device))
    }

    /// Of two sessions of a device, on two nodes, that one ends which was claimed first.
    ///
    /// - Parameter number: of the session that the claim is for, on the node that claims.
    private mutating func settle(_ claim: Claim, of number: UInt64) {
        for key in users[claim.user]?.sessions ?? [] where sessions[key]?.device == claim.device {
            if claim.entry.isOwn {
                guard sessions[key]?.number == number else { continue }
                sessions[key]?.claim = claim.entry.id
            } else {
                let rival = sessions[key]?.rival ?? 0
                sessions[key]?.rival = max(rival, claim.entry.id)
            }
            guard let session = sessions[key], let own = session.claim, session.rival > own else {
                continue
            }
            fence(key)
        }
    }

    /// Something has happened on the bus.
    package mutating func take(_ event: BusEvent, at now: HubTime) {
        self.now = now
        switch event {
        case .heard(let messages):
            meter.nodes.received.add(messages.count)
            for (node, message) in messages { take(message, from: node) }
        // What was committed before is not brought.
        case .follows(let users): output.looks.append(InboxLook(users: users))
        case .isUp:
            noteBus(isUp: true)
            output.looks.append(InboxLook(users: users.keys.sorted()))
        case .isDown(let reason): noteBus(isUp: false, reason)
        }
    }

    private mutating func take(_ message: NodeMessage, from node: Int) {
        switch message {
        case .inbox(let user, let seq): raise(user, to: seq)
        case .news: output.looks.append(InboxLook(users: []))
        case .presence(let entry, let lastSeen): attend(entry, at: node, lastSeen: lastSeen)
        case .beat(let sum): hear(sum, from: node)
        case .asks(let asked): if asked == neighbours?.number { callRoll() }
        case .roll(let entries, let part, let count):
            take(entries, part: part, of: count, from: node)
        case .hint(let hint, let user):
            let isPast = neighbours?.partings.has(user, hint.part.about, at: now.uptime)
            // A node that stood still for long types on for its users before it looks.
            let isFriend = users[user]?.friends?.contains(hint.part.about) != false
            guard isPast != true, isFriend || !hint.part.body.isTyping else { break }
            var shared = SharedHint(hint.part.body, key: hint.part.key, about: hint.part.about)
            tellHere(user, &shared, on: hint.topic, of: hint.transaction)
        }
    }

    /// A look has found how far inboxes have come.
    package mutating func looked(_ heads: [Delivery.Recipient], at now: HubTime) {
        self.now = now
        for head in heads { raise(head.user, to: head.seq) }
    }

    /// An inbox has come so far: who has less, reads on.
    private mutating func raise(_ user: User.ID, to seq: UInt32) {
        passed.note(seq, of: user)
        for key in users[user]?.sessions ?? [] {
            guard let top = sessions[key]?.top, top < seq else { continue }
            sessions[key]?.top = seq
            catchUp(key)
        }
    }

    /// Looks at some inboxes of those who are connected, in turns; and each time at what else other
    /// nodes have committed.
    mutating func lookAround() {
        if neighbours?.wasAway(at: now.uptime) == true { startOver() }
        guard var neighbours, neighbours.due <= now.uptime else { return }
        neighbours.due = now.uptime + Neighbours.lookDistance
        if neighbours.waiting.isEmpty {
            neighbours.waiting = users.keys.sorted()[...]
            neighbours.share = neighbours.waiting.count / Neighbours.lookCount + 1
        }
        let turn = neighbours.waiting.prefix(neighbours.share)
        neighbours.waiting = neighbours.waiting.dropFirst(turn.count)
        output.looks.append(InboxLook(users: Array(turn)))
        neighbours.lookNumber += 1
        self.neighbours = neighbours
        if neighbours.lookNumber % 4 == 0 { beat() }
    }

    /// The process has stood still for so long that the data may not have all any more that other
    /// nodes have said: what is remembered of people here does not count.
    private mutating func startOver() {
        for key in sessions.keys.sorted(by: { $0.logged < $1.logged }) {
            detach(key)
            send(.close(.tryAgainLater, "this node was away for too long"), to: key)
        }
        for user in users.keys { users[user]?.friends = nil }
        neighbours?.order = NodeOrder()
    }

    /// A user has a first session here, or none any more.
    mutating func follow(_ user: User.ID, _ isWanted: Bool) {
        guard neighbours != nil else { return }
        output.follows.append((user, isWanted))
        meter.nodes.follows.add(isWanted ? 1 : -1)
    }

    /// Tells other nodes what was delivered and signalled here.
    mutating func tellNodes(of completion: Completion) {
        guard neighbours != nil else { return }
        for delivery in completion.deliveries {
            output.messages += delivery.recipients.map { .inbox($0.user, seq: $0.seq) }
        }
        guard completion.signals.contains(where: \.concernsNodes) else { return }
        // Before the first look it is not known which of them looks will find.
        if neighbours?.isLooking == true { neighbours?.order.note(completion.signals) }
        output.messages.append(.news)
        // Its own claim, too.
        output.looks.append(InboxLook(users: []))
    }

    /// Tells a user's devices on other nodes, of what may go there.
    mutating func relay(
        _ hint: SharedHint, on topic: Topic?, of transaction: Int64?, to user: User.ID
    ) {
        guard neighbours != nil else { return }
        output.messages += hint.parts.filter(\.body.isForNodes).map {
            .hint(NodeHint($0, on: topic, of: transaction), for: user)
        }
    }

    /// Tells a user's devices on this node that have a topic open, unless they know better: what
    /// nodes say of one another's commits comes in any order.
    mutating func tellHere(
        _ user: User.ID, _ hint: inout SharedHint, on topic: Topic?, of transaction: Int64?
    ) {
        // Who comes later reads what everybody knows by then.
        guard users[user]?.sessions.isEmpty == false else { return }
        if let transaction {
            let isNews = hint.parts.allSatisfy { part in
                neighbours?.hints.isNews(
                    HintOrder.Subject(user: user, key: part.key), of: transaction) ?? true
            }
            guard isNews else { return }
        }
        tellHere(user, &hint) { session in
            topic.map(session.topics.contains) ?? true && transaction ?? .max >= session.horizon
        }
    }
}

/// A row that says whose a device is.
private struct Claim {
    let user: User.ID
    let device: String
    let entry: NodeNews.Entry

    init(_ user: User.ID, _ device: String, _ entry: NodeNews.Entry) {
        (self.user, self.device, self.entry) = (user, device, entry)
    }
}
