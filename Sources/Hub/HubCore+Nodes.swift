package import Kernel
import Metering
import Observability
import WebSocket
import Wire

/// The other nodes on the same data, as far as this hub has to know them.
struct Neighbours: Sendable {
    /// The time between two reads of what others have committed.
    static let lookDistance = Duration.milliseconds(250)
    /// How long a node may be away and still find everything that others have reported: half of the
    /// time for which it is kept.
    static let absenceMax = Duration.seconds(300)
    /// So many reads cover all connected users.
    static let lookCount = 8

    /// Which of the nodes this is, once it is known.
    var number: Int?
    /// How far this hub knows the commits of the others.
    let horizon: NodeHorizon
    /// The users who stopped being friends lately. A message of another node about one of them to
    /// the other may be older than that.
    var partings = NodePartings()
    /// The latest hint about each subject.
    fileprivate var hints = HintOrder()
    /// The order in which its own commits and those of others took effect.
    fileprivate var order = NodeOrder()
    /// When the next read is due.
    fileprivate(set) var due = Duration.zero
    /// All transactions before it are known.
    fileprivate(set) var known: Int64 = 0
    /// The known entries behind it: their ids, and their transactions.
    fileprivate var seen: [Int64: Int64] = [:]
    /// Which users are connected to which node.
    var presence = NodePresence()
    /// Whether the bus is up; nil before its first report.
    var isBusUp: Bool?
    /// The users connected here, as reported to the others: how many, and a checksum.
    var sum = PresenceSum()
    /// The users who have left other nodes lately, until friends receive that.
    var left: [User.ID: Presence] = [:]
    /// The users who left this node while they were on another one: that was not stored.
    var unstored: Set<User.ID> = []
    fileprivate var lookNumber = 0
    /// The users whose inboxes are still to be read in this round.
    fileprivate var waiting: ArraySlice<User.ID> = []
    /// How many users a read covers, so that a round covers all of them.
    fileprivate var share = 0

    /// - Parameter horizon: is raised with what is known.
    init(_ horizon: NodeHorizon, as number: Int?) {
        (self.horizon, self.number) = (horizon, number)
    }

    /// Whether the process was paused for so long that rows of the others may be gone.
    fileprivate func wasAway(at now: Duration) -> Bool {
        lookNumber > 0 && now - due > Self.absenceMax
    }

    /// Whether reads find everything that is committed from now on.
    fileprivate var isLooking: Bool { known > 0 }

    /// Whether a user is, or may be, connected to one of them.
    func mayHave(_ user: User.ID, at now: Duration) -> Bool {
        presence.people[user] != nil || !presence.isSure(at: now)
    }

    /// Whether an entry is found for the first time.
    fileprivate mutating func isNew(_ entry: NodeNews.Entry) -> Bool {
        guard entry.transaction >= known else { return false }
        return seen.updateValue(entry.transaction, forKey: entry.id) == nil
    }

    /// A read covered all transactions before `horizon`.
    fileprivate mutating func raise(to horizon: Int64) {
        guard horizon > known else { return }
        known = horizon
        seen = seen.filter { $0.value >= horizon }
        self.horizon.raise(to: horizon)
    }
}

/// A read of how far inboxes have come, and of what else other nodes have committed.
package struct InboxLook: Sendable {
    /// The owners of the inboxes.
    package let users: [User.ID]

    /// Runs the query.
    package func read(in snapshot: Snapshot) throws(Refusal) -> [Delivery.Recipient] {
        users.isEmpty ? [] : try snapshot.all(Inbox.heads(of: users))
    }
}

extension HubCore {
    /// All transactions of nodes before this one are known; 0: there are no other nodes.
    package var horizon: Int64 { neighbours?.known ?? 0 }

    /// Makes the hub one of several on the same data.
    ///
    /// - Parameters:
    ///   - horizon: is raised with what this hub knows of the others' commits.
    ///   - number: which of the nodes this is; nil: it is not known yet.
    package mutating func share(_ horizon: NodeHorizon, as number: Int? = nil) {
        neighbours = Neighbours(horizon, as: number)
        board.lookAway()
    }

    /// Takes what other nodes have committed, once and in order: reads overlap.
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

    /// Sends a signal to the other nodes, through the data. Its effect here is done already.
    mutating func tellOthers(_ signal: Signal) {
        output.writes.append(
            WriteJob { (transaction) throws(Refusal) in transaction.signal(signal) })
    }

    /// A device has a session here: its sessions on other nodes must end.
    mutating func claim(_ session: HubSession) {
        guard neighbours != nil, let device = session.device else { return }
        tellOthers(.claimed(session.user, session: session.number, device: device))
    }

    /// Of two sessions of a device, on two nodes, the one that was claimed first ends.
    ///
    /// - Parameter number: the session that the claim is for, on the node that claims.
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

    /// Handles an event of the bus.
    package mutating func take(_ event: BusEvent, at now: HubTime) {
        self.now = now
        switch event {
        case .heard(let messages):
            meter.nodes.received.add(messages.count)
            for (node, message) in messages { take(message, from: node) }
        // The bus does not deliver what was committed before.
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
            // A node that was paused for long goes on sending typing hints before it reads the
            // data.
            let isFriend = users[user]?.friends?.contains(hint.part.about) != false
            guard isPast != true, isFriend || !hint.part.body.isTyping else { break }
            var shared = SharedHint(hint.part.body, key: hint.part.key, about: hint.part.about)
            tellHere(user, &shared, on: hint.topic, of: hint.transaction)
        }
    }

    /// A read has found how far inboxes have come.
    package mutating func looked(_ heads: [Delivery.Recipient], at now: HubTime) {
        self.now = now
        for head in heads { raise(head.user, to: head.seq) }
    }

    /// An inbox has reached `seq`: sessions that are behind it read on.
    private mutating func raise(_ user: User.ID, to seq: UInt32) {
        passed.note(seq, of: user)
        for key in users[user]?.sessions ?? [] {
            guard let top = sessions[key]?.top, top < seq else { continue }
            sessions[key]?.top = seq
            catchUp(key)
        }
    }

    /// Reads how far the inboxes of some connected users have come, in turns; each read also finds
    /// what else other nodes have committed.
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

    /// The process was paused for so long that the data may have lost what other nodes had
    /// reported. What is remembered of users here is not reliable any more.
    private mutating func startOver() {
        for key in sessions.keys.sorted(by: { $0.logged < $1.logged }) {
            detach(key)
            send(.close(.tryAgainLater, "this node was away for too long"), to: key)
        }
        for user in users.keys { users[user]?.friends = nil }
        neighbours?.order = NodeOrder()
    }

    /// A user has opened a first session here, or has none left.
    mutating func follow(_ user: User.ID, _ isWanted: Bool) {
        guard neighbours != nil else { return }
        output.follows.append((user, isWanted))
        meter.nodes.follows.add(isWanted ? 1 : -1)
    }

    /// Sends other nodes what was delivered and signalled here.
    mutating func tellNodes(of completion: Completion) {
        guard neighbours != nil else { return }
        for delivery in completion.deliveries {
            output.messages += delivery.recipients.map { .inbox($0.user, seq: $0.seq) }
        }
        guard completion.signals.contains(where: \.concernsNodes) else { return }
        // Before the first read it is not known which of them later reads will find.
        if neighbours?.isLooking == true { neighbours?.order.note(completion.signals) }
        output.messages.append(.news)
        // This read finds the node's own claim, too.
        output.looks.append(InboxLook(users: []))
    }

    /// Sends a hint to a user's devices on other nodes, as far as it may go there.
    mutating func relay(
        _ hint: SharedHint, on topic: Topic?, of transaction: Int64?, to user: User.ID
    ) {
        guard neighbours != nil else { return }
        output.messages += hint.parts.filter(\.body.isForNodes).map {
            .hint(NodeHint($0, on: topic, of: transaction), for: user)
        }
    }

    /// Sends a hint to a user's devices on this node that have a topic open, unless they know
    /// better: hints of several nodes about their commits arrive in any order.
    mutating func tellHere(
        _ user: User.ID, _ hint: inout SharedHint, on topic: Topic?, of transaction: Int64?
    ) {
        // A session that opens later reads the current state.
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

/// A row that claims a device for a session.
private struct Claim {
    let user: User.ID
    let device: String
    let entry: NodeNews.Entry

    init(_ user: User.ID, _ device: String, _ entry: NodeNews.Entry) {
        (self.user, self.device, self.entry) = (user, device, entry)
    }
}
