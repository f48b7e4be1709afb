package import Kernel
package import Observability
package import Settings

/// Who is connected where, and what each of them is told: the hub without clock, queue or loop.
///
/// Inputs are calls, each with the time; what is to be done gathers in an output, which whoever
/// drives it takes: the daemon's `HubActor`, or a simulation. The same inputs give the same outputs
/// in every process: nothing goes by the order of a hash table.
package struct HubCore: Sendable {
    /// Who is online, for anybody who asks from any thread.
    package let board = PresenceBoard()
    /// Which devices are connected, for the same.
    package let devices = SessionBoard()
    /// Which era of passed events this is, for the loops.
    package var eras: EraClock { passed.clock }
    /// May change while the hub is at work.
    package var terms: HubTerms
    /// Say for which of them somebody is woken.
    package var events = Events()
    /// Who is what to whom, in the store.
    let relations: any Relations
    /// What outlives the hub, in the store.
    let attendance: any Attendance
    let log: any EventRecorder
    /// What it counts, for anybody who asks from any thread.
    let meter = HubMeter()
    let commands: CommandMeter

    var sessions: [ConnectionKey: HubSession] = [:]
    var users: [User.ID: ConnectedUser] = [:]
    /// The users among them by username.
    var names: [String: User.ID] = [:]
    /// How many sessions were opened so far.
    var sessionCount: UInt64 = 0
    /// Tokens that were given up lately: a session that was on its way is not let in.
    var voided: Set<Identifier<Token>> = []
    /// Who was banned lately, and until when: a session that is on its way is not let in.
    var banned: [User.ID: Moment] = [:]
    /// Connections that went while they were signing in, until what comes of it is here and has
    /// found nobody at their loop.
    var gone: Set<ConnectionKey> = []
    /// What other nodes do on the same data; nil: there are none.
    var neighbours: Neighbours?
    /// Users whose friends the store has not said yet.
    var inquiry = FriendInquiry()
    /// Who has left, and may be back before friends are told.
    var departures = DepartureQueue()
    /// Whose presence has changed, and friends do not know yet.
    var changes = PresenceChanges()
    /// What passed lately: who signs in may have missed it.
    var passed = PassedEvents()
    /// Which changes the store does not know yet.
    var storing = StoringQueue()
    /// Who was online when the daemon ended, and has not come back.
    var absentees: [User.ID: Absentee] = [:]
    /// When those are given up.
    var leaseEnd: Duration?
    var tally = PresenceTally()
    var diary = PeerDiary()
    /// Whether everybody is being sent away: nobody is told who leaves.
    var isDraining = false
    /// Who was here when that began.
    var dismissed: Set<User.ID> = []
    /// The time of the input that is being dealt with.
    var now = HubTime(uptime: .zero, moment: Moment(unixMilliseconds: 0))
    var output: HubOutput

    /// - Parameters:
    ///   - relations: who is what to whom.
    ///   - attendance: takes what outlives the hub.
    ///   - loopCount: how many loops there are, from 0 on.
    ///   - log: what happens is noted there.
    ///   - commands: what becomes of commands is counted there.
    package init(
        _ terms: HubTerms, relations: any Relations, attendance: any Attendance,
        loopCount: Int, log: any EventRecorder, commands: CommandMeter = CommandMeter()
    ) {
        (self.relations, self.attendance) = (relations, attendance)
        (self.terms, self.commands) = (terms, commands)
        self.log = log
        output = HubOutput(loopCount: loopCount)
    }

    /// Takes what became of commands.
    package mutating func completed(_ completions: [Completion], at now: HubTime) {
        self.now = now
        for completion in completions { handle(completion) }
    }

    /// A connection is gone that was signed in, or about to be.
    ///
    /// - Parameters:
    ///   - isSigningIn: whether it had asked for that, and its loop has seen no answer yet;
    ///     `unclaimed` is owed for that answer.
    ///   - silence: how long nothing was heard of it.
    package mutating func closed(
        _ key: ConnectionKey, isSigningIn: Bool, after silence: Duration = .zero, at now: HubTime
    ) {
        self.now = now
        if isSigningIn, sessions[key] == nil { gone.insert(key) }
        detach(key, after: silence)
    }

    /// What came of signing in, or out, has found the connection gone: nothing more will come.
    package mutating func unclaimed(_ key: ConnectionKey, at now: HubTime) {
        self.now = now
        gone.remove(key)
    }

    /// Everything that was sent to a connection has left.
    package mutating func drained(_ key: ConnectionKey, at now: HubTime) {
        self.now = now
        goOn(key)
    }

    /// A page that was asked for.
    package mutating func pageRead(_ page: InboxPage, at now: HubTime) {
        self.now = now
        push(page)
    }

    /// A page that was asked for could not be read.
    package mutating func pageFailed(_ request: PageRequest, at now: HubTime) {
        self.now = now
        fail(request)
    }

    /// From now on nobody is told who leaves: all are sent away, and come back in a moment.
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

    /// As the output says it.
    var nextTick: Duration? {
        [
            departures.next, leaseEnd, inquiry.due, changes.due, storing.due, tally.due,
            neighbours?.due,
        ].lazy.compactMap { $0 }.min()
    }

    /// What is to be done since it was last asked.
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
    /// How long a user may be gone before friends hear of it.
    package let grace: Duration
    /// Changes of presence within this time are sent together.
    package let digest: Duration
    /// How long those who were online before a start may take to come back.
    package let lease: Duration
    /// How far apart notices of one writer in one room are; nil: there are none.
    package let typingThrottle: Duration?
    /// Whether users who are away get notifications.
    let notifies: Bool
    /// About how much of a replay is under way at a time: half of what an outbox holds.
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
