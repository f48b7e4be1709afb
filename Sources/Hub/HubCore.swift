package import Kernel
package import Observability
package import Settings

/// Knows who is connected where, and decides what each connection receives: the hub without clock,
/// queue or loop.
///
/// Inputs are calls, each with the time. The work that results gathers in an output, which the
/// driver takes: the daemon's `HubActor`, or a simulation. The same inputs give the same outputs in
/// every process: nothing depends on the order of a hash table.
package struct HubCore: Sendable {
    /// Who is online. Any thread may read it.
    package let board = PresenceBoard()
    /// Which devices are connected. Any thread may read it.
    package let devices = SessionBoard()
    /// The era of passed events, for the loops.
    package var eras: EraClock { passed.clock }
    /// May change while the hub is at work.
    package var terms: HubTerms
    /// The declared events; they say which of them wake a device.
    package var events = Events()
    /// The relations between users, from the store.
    let relations: any Relations
    /// Stores what outlives the hub.
    let attendance: any Attendance
    let log: any EventRecorder
    /// Its counters. Any thread may read them.
    let meter = HubMeter()
    let commands: CommandMeter

    var sessions: [ConnectionKey: HubSession] = [:]
    var users: [User.ID: ConnectedUser] = [:]
    /// The users among them by username.
    var names: [String: User.ID] = [:]
    /// How many sessions were opened so far.
    var sessionCount: UInt64 = 0
    /// Tokens that were revoked lately: a session that is being opened with one is not admitted.
    var voided: Set<Identifier<Token>> = []
    /// The users who were banned lately, and until when: a session that one of them is opening is
    /// not admitted.
    var banned: [User.ID: Moment] = [:]
    /// Connections that closed while they were signing in, until the outcome is here and has found
    /// no connection at their loop.
    var gone: Set<ConnectionKey> = []
    /// The other nodes on the same data; nil: there are none.
    var neighbours: Neighbours?
    /// Users whose friends the store has not returned yet.
    var inquiry = FriendInquiry()
    /// Users who have left, and may be back before friends learn of it.
    var departures = DepartureQueue()
    /// Users whose presence has changed, which friends do not know yet.
    var changes = PresenceChanges()
    /// The events that passed lately: a session that opens may have missed them.
    var passed = PassedEvents()
    /// The changes that the store does not know yet.
    var storing = StoringQueue()
    /// Users who were online when the daemon ended, and have not come back.
    var absentees: [User.ID: Absentee] = [:]
    /// When the absentees are given up.
    var leaseEnd: Duration?
    var tally = PresenceTally()
    var diary = PeerDiary()
    /// Whether all clients are being disconnected: then friends do not learn who leaves.
    var isDraining = false
    /// The users who were online when that began.
    var dismissed: Set<User.ID> = []
    /// The time of the current input.
    var now = HubTime(uptime: .zero, moment: Moment(unixMilliseconds: 0))
    var output: HubOutput

    /// - Parameters:
    ///   - relations: the relations between users.
    ///   - attendance: stores what outlives the hub.
    ///   - loopCount: how many loops there are, numbered from 0.
    ///   - log: records what happens.
    ///   - commands: counts the outcomes of commands.
    package init(
        _ terms: HubTerms, relations: any Relations, attendance: any Attendance,
        loopCount: Int, log: any EventRecorder, commands: CommandMeter = CommandMeter()
    ) {
        (self.relations, self.attendance) = (relations, attendance)
        (self.terms, self.commands) = (terms, commands)
        self.log = log
        output = HubOutput(loopCount: loopCount)
    }

    /// Takes the outcomes of commands.
    package mutating func completed(_ completions: [Completion], at now: HubTime) {
        self.now = now
        for completion in completions { handle(completion) }
    }

    /// A connection has closed that was signed in, or about to be.
    ///
    /// - Parameters:
    ///   - isSigningIn: whether it had asked to sign in, and its loop has seen no answer yet. The
    ///     loop then owes a call of `unclaimed` for that answer.
    ///   - silence: how long it had been silent.
    package mutating func closed(
        _ key: ConnectionKey, isSigningIn: Bool, after silence: Duration = .zero, at now: HubTime
    ) {
        self.now = now
        if isSigningIn, sessions[key] == nil { gone.insert(key) }
        detach(key, after: silence)
    }

    /// The outcome of a sign-in or sign-out found the connection closed: nothing more will come.
    package mutating func unclaimed(_ key: ConnectionKey, at now: HubTime) {
        self.now = now
        gone.remove(key)
    }

    /// Everything that was sent to a connection has left.
    package mutating func drained(_ key: ConnectionKey, at now: HubTime) {
        self.now = now
        goOn(key)
    }

    /// A requested page was read.
    package mutating func pageRead(_ page: InboxPage, at now: HubTime) {
        self.now = now
        push(page)
    }

    /// A requested page could not be read.
    package mutating func pageFailed(_ request: PageRequest, at now: HubTime) {
        self.now = now
        fail(request)
    }

    /// From now on friends do not learn who leaves: all clients are disconnected, and come back in
    /// a moment.
    package mutating func beginDraining(at now: HubTime) {
        self.now = now
        isDraining = true
        dismissed = Set(users.filter { $0.value.presentCount > 0 }.keys)
        changes = PresenceChanges()
        storeChanges(atOnce: true)
        tellTally(atOnce: true)
    }

    /// Time has passed: does what is due.
    package mutating func tick(at now: HubTime) {
        self.now = now
        sayFarewell()
        endLeases()
        askAgain()
        tellChanges()
        storeChanges()
        tellTally()
        lookAround()
    }

    /// As in the output.
    var nextTick: Duration? {
        [
            departures.next, leaseEnd, inquiry.due, changes.due, storing.due, tally.due,
            neighbours?.due,
        ].lazy.compactMap { $0 }.min()
    }

    /// The work since the last call.
    package mutating func takeOutput() -> HubOutput {
        defer { output = HubOutput(loopCount: output.outgoing.count) }
        output.nextTick = nextTick
        return output
    }

    /// Writes an event that a peer has caused, unless peers cause too many.
    mutating func note(_ event: EventName, _ fields: EventField...) {
        let (isWritten, leftOutCount) = diary.note(at: now.uptime)
        if leftOutCount > 0 { log.write(.peersMuted, .count(leftOutCount)) }
        isWritten ? log.write(event, fields: fields) : log.leaveOut(event)
    }

    mutating func send(_ action: Outgoing.Action, to key: ConnectionKey) {
        guard output.outgoing.indices.contains(key.loop) else { return }
        output.outgoing[key.loop].append(
            Outgoing(connection: key.connection, action: action))
    }
}

/// What the hub needs of the configuration.
package struct HubTerms: Equatable, Sendable {
    /// How long a user may be gone before friends learn of it.
    package let grace: Duration
    /// Changes of presence within this time are sent together.
    package let digest: Duration
    /// How long the users who were online before a start may take to come back.
    package let lease: Duration
    /// The time between typing notices of one writer in one room; nil: there are none.
    package let typingThrottle: Duration?
    /// Whether users who are away get notifications.
    let notifies: Bool
    /// About how many bytes of a replay are under way at a time: half of what an outbox holds.
    package let replayBytes: Int

    package init(_ configuration: Configuration) {
        let presence = configuration.presence
        grace = .milliseconds(presence.graceMilliseconds)
        digest = .milliseconds(presence.digestMilliseconds)
        lease = .seconds(presence.leaseSeconds)
        typingThrottle =
            configuration.typing.enabled ? .seconds(configuration.typing.throttleSeconds) : nil
        notifies = configuration.notifiers.isOn
        replayBytes = configuration.limits.outboxBytes / 2
    }
}
