import Dispatch
package import EventLoop
package import Kernel
import Metering
package import Observability
import Wire

/// Drives the hub's core: passes inputs to it, and carries out what it decides.
///
/// Runs on a queue of its own. Inputs arrive by `post`, and output leaves as one batch per loop.
package actor HubActor {
    nonisolated let executor = QueueExecutor(label: "upfor.hub")
    package nonisolated let board: PresenceBoard
    package nonisolated let devices: SessionBoard
    package nonisolated let meter: HubMeter
    private var core: HubCore
    private var store: (any Store)?
    private var loops: [any HubLoop] = []
    private var desk: (any NoticeTaker)?
    /// The bus to the hubs of other nodes; nil: there are none.
    private var bus: (any HubBus)?
    private let start = ContinuousClock.now
    /// So many completions take the hub no longer than waking its thread would take.
    private static let carriedMax = 4
    /// When the core's next tick is planned, if no input comes before.
    private var planned: Duration?

    package init(_ core: HubCore) {
        self.core = core
        board = core.board
        devices = core.devices
        meter = core.meter
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Passes an input to the core, after everything that was posted before, and carries out the
    /// result at once.
    package nonisolated func post(_ input: @escaping @Sendable (inout HubCore, HubTime) -> Void) {
        executor.post { self.assumeIsolated { $0.take(input) } }
    }

    /// Connects the hub to the store and the loops: once, before the first connection.
    ///
    /// Returns when the hub knows all that was committed before, so that the first look at the
    /// metrics includes it.
    ///
    /// - Parameters:
    ///   - events: decide which events wake a device.
    ///   - desk: takes the notifications of users who are away; nil: there are none.
    ///   - bus: to the hubs of other nodes; nil: there are none.
    ///   - node: which of the nodes this is.
    package nonisolated func attach(
        store: any Store, loops: [any HubLoop], _ events: Events,
        desk: (any NoticeTaker)?, bus: (any HubBus)? = nil, node: Int? = nil
    ) {
        executor.postAndWait {
            self.assumeIsolated { hub in
                (hub.store, hub.loops, hub.desk, hub.bus) = (store, loops, desk, bus)
                hub.core.events = events
                hub.core.neighbours?.number = node
                hub.take { core, now in core.tick(at: now) }
            }
        }
        bus?.begin { event in self.post { core, now in core.take(event, at: now) } }
    }

    /// Takes the outcomes of commands: what they deliver is durable from here on.
    ///
    /// If they are few and the hub is idle, the calling thread does the hub's work: waking a thread
    /// costs more. A message that is alone with its commit took 281 µs with that, and takes 254.
    package nonisolated func completed(_ completions: [Completion]) {
        let published = LoopClock.nanoseconds
        let tell: @Sendable () -> Void = {
            self.assumeIsolated { hub in
                hub.take(published: published) { core, now in
                    core.completed(completions, at: now)
                }
                for completion in completions { completion.callHandler() }
            }
        }
        completions.count <= Self.carriedMax ? executor.postOrDo(tell) : executor.post(tell)
    }

    /// Measures how long an input waits for its turn.
    package nonisolated func askForLag() {
        meter.lag.ask { answer in executor.post(answer) }
    }

    /// Runs commands that never reach the store.
    package nonisolated func live(_ commands: [LiveCommand]) {
        post { core, now in core.live(commands, at: now) }
    }

    /// A connection has closed that was signed in, or about to be.
    ///
    /// - Parameter silence: how long it had been silent.
    package nonisolated func connectionClosed(
        _ key: ConnectionKey, isSigningIn: Bool = false, after silence: Duration = .zero
    ) {
        post { core, now in
            core.closed(key, isSigningIn: isSigningIn, after: silence, at: now)
        }
    }

    /// A visitor's place is needed, on another loop than its own.
    package nonisolated func sendAway(_ guest: ConnectionKey) {
        executor.post {
            self.assumeIsolated { hub in
                guard hub.loops.indices.contains(guest.loop) else { return }
                hub.loops[guest.loop].sendAway(guest.connection)
            }
        }
    }

    /// An action came too late: its connection is closed, or has moved on.
    package nonisolated func missed(_ action: Outgoing.Action, by key: ConnectionKey) {
        switch action {
        case .signIn: connectionClosed(key)
        // No more will follow.
        case .answer(let answer) where answer.origin.changesCaller:
            post { core, now in core.unclaimed(key, at: now) }
        default: break
        }
    }

    /// Everything that was sent to a connection has left.
    package nonisolated func drained(_ key: ConnectionKey) {
        post { core, now in core.drained(key, at: now) }
    }

    /// From now on friends do not learn who leaves: all clients are disconnected, and come back in
    /// a moment.
    ///
    /// Returns when the store has been asked to record who is online: it may be closed after that.
    package func beginDraining() {
        take { core, now in core.beginDraining(at: now) }
    }

    /// Releases the store, the loops, the desk and the bus.
    package nonisolated func stop() {
        executor.postAndWait {
            self.assumeIsolated { hub in
                hub.bus?.end()
                (hub.store, hub.loops, hub.desk, hub.bus) = (nil, [], nil, nil)
            }
        }
    }

    private var now: HubTime {
        HubTime(uptime: ContinuousClock.now - start, moment: SystemClock.moment())
    }

    /// - Parameter published: when the delivered events became durable; nil when there are none.
    private func take(published: Int? = nil, _ input: (inout HubCore, HubTime) -> Void) {
        let (before, now) = (core.presenceWorkCount, now)
        input(&core, now)
        if core.presenceWorkCount > before { core.spent(self.now.uptime - now.uptime) }
        let output = core.takeOutput()
        for (loop, batch) in zip(loops, output.outgoing) where !batch.isEmpty {
            loop.perform(batch, published: published)
        }
        if !output.writes.isEmpty { store?.write(output.writes) }
        if !output.pages.isEmpty { store?.read(output.pages.map { ReadJob(page: $0, for: self) }) }
        if !output.looks.isEmpty {
            store?.read(output.looks.map { ReadJob(look: $0, for: self) })
        }
        if let bus { carry(output, over: bus) }
        if let store, !output.notices.isEmpty { desk?.post(output.notices, store) }
        if let next = output.nextTick { planTick(at: next) }
    }

    private func carry(_ output: HubOutput, over bus: any HubBus) {
        for (user, isWanted) in output.follows { bus.follow([user], isWanted) }
        guard !output.messages.isEmpty else { return }
        bus.tell(output.messages)
        let count = output.messages.count
        meter.nodes.isDown.current == 0
            ? meter.nodes.sent.add(count) : meter.nodes.lost.add(count)
    }

    private func planTick(at next: Duration) {
        guard next < planned ?? .seconds(Int64.max) else { return }
        planned = next
        let wait = next - (ContinuousClock.now - start)
        let milliseconds = max(1, Int(wait / .milliseconds(1)) + 1)
        executor.post(afterMilliseconds: milliseconds) {
            self.assumeIsolated { hub in
                hub.planned = nil
                hub.take { core, now in core.tick(at: now) }
            }
        }
    }
}

extension ReadJob {
    /// Reads how far inboxes have come. A failure is not reported: the next read follows soon.
    fileprivate init(look: InboxLook, for hub: HubActor) {
        self.init(isOrdered: true) { (snapshot) throws(Refusal) in
            try look.read(in: snapshot)
        } then: { result in
            guard case .success(let heads) = result, !heads.isEmpty else { return }
            hub.post { core, now in core.looked(heads, at: now) }
        }
    }

    /// Reads a page of an inbox; the result goes back to the hub.
    fileprivate init(page request: PageRequest, for hub: HubActor) {
        self.init(owner: .user(request.user), isOrdered: true) { (snapshot) throws(Refusal) in
            try request.read(in: snapshot)
        } then: { result in
            hub.post { core, now in
                switch result {
                case .success(let page): core.pageRead(page, at: now)
                case .failure: core.pageFailed(request, at: now)
                }
            }
        }
    }
}

/// One loop of connections, as the hub sees it.
package protocol HubLoop: Sendable {
    /// Carries out a batch of the hub's actions, in order: one post for each batch.
    ///
    /// - Parameter published: when the events in it became durable; nil when there are none.
    func perform(_ batch: [Outgoing], published: Int?)
    /// A visitor's place is needed for a connection on another loop.
    func sendAway(_ guest: ConnectionID)
}

/// Takes the notifications of users who are away. The hub does not wait for it.
package protocol NoticeTaker: Sendable {
    /// - Parameter store: where it reads what else it needs.
    func post(_ notices: [Notice], _ store: any Store)
}

/// The readings of two clocks, taken once for each input of the hub, so that its decisions depend
/// on nothing else.
package struct HubTime: Equatable, Sendable {
    /// Time since some start: never goes back. Deadlines use it.
    package let uptime: Duration
    /// The wall clock, which may jump. Times that are stored or sent use it.
    package let moment: Moment

    package init(uptime: Duration, moment: Moment) {
        self.uptime = uptime
        self.moment = moment
    }
}

/// A command that the hub itself runs.
package struct LiveCommand: Sendable {
    let origin: Origin
    let caller: Caller
    let deed: LiveDeed

    /// - Parameters: as the properties.
    package init(origin: Origin, caller: Caller, deed: LiveDeed) {
        self.origin = origin
        self.caller = caller
        self.deed = deed
    }
}
