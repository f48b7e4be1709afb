import Client
import EventLoop
import Gateway
import Hub
import Kernel
import Promises
import Server
import Sessions
import Settings
import SettingsFile
import SQLite
import Storage
import WebSocket
import Wire

/// A whole daemon, or one of several nodes on the same data, without threads, sockets and files:
/// the product's hub, sessions, features and commit groups, moved on by the world in steps.
///
/// What takes time in a daemon takes time here, by chance: from loop to writer, from writer to
/// hub, from hub to loop. What keeps its order there keeps it here.
final class SimulatedDaemon {
    static let loopCount = 2

    unowned var world: World! = nil
    /// Which of the world's daemons it is.
    let index: Int
    /// Which of several nodes; nil: there is one daemon.
    let node: Int?
    let writer: SimulatedWriter
    let clock: SimulatedClock
    private(set) var options: StoreOptions
    let configuration: Configuration
    let catalog: Catalog
    let relay = PresenceRelay()
    let runs = RunBox()
    var context: SessionContext
    var store: SimulatedStore
    var core: HubCore
    var stage = DaemonStage.down
    let suspension = Suspension()
    /// Until when other nodes take it to be alive.
    private(set) var aliveUntil = Duration.zero
    /// How often it was started: what an earlier life has planned does not happen.
    var life = 0
    var bootedAt = Duration.zero
    var peers: [UInt32: SimulatedPeer] = [:]
    var isWriterCalled = false
    /// When the last of what is on its way arrives: from writer to hub, from hub to each loop.
    var lastAtHub = Duration.zero
    var lastAtLoop: [Duration] = []
    var tickPlannedAt: Duration?

    init(
        on disk: SimulatedDisk, _ files: SimulatedFiles, plan: WorldPlan, _ mutant: Mutant?,
        node index: Int, clock: SimulatedClock, seed: UInt64
    ) throws {
        self.index = index
        node = plan.isShared ? index : nil
        let clock = SimulatedClock(following: clock, by: plan.clockSkews[index])
        self.clock = clock
        let entropy = SimulatedEntropy(seed: seed, index, counts: mutant == .countsNumbers)
        writer = SimulatedWriter(on: disk, node: node, entropy)
        let configuration = Configuration.simulated(plan, mutant)
        self.configuration = configuration
        catalog = try Catalog(
            configuration, files: files, presence: relay, runs: node == nil ? RunMemory(runs) : nil,
            words: SimulatedWords.terms.get(), limits: { configuration.limits })
        var options = StoreOptions(
            clock: { clock.moment }, entropy: { entropy.bytes($0) }, sink: { _ in })
        options.inboxEventsMax = UInt32(clamping: configuration.inbox.events)
        self.options = options
        store = SimulatedStore(on: writer, options: options)
        core = HubCore(configuration, loopCount: Self.loopCount, log: NoEvents())
        context = SessionContext(catalog, configuration.limits, log: NoEvents())
        writer.isAccompanied = { [unowned self] in
            world.daemons.contains { $0 !== self && $0.aliveUntil > world.now }
        }
    }

    var time: HubTime { HubTime(uptime: world.now - bootedAt, moment: clock.moment) }

    /// Plans something, unless the daemon dies before.
    func after(_ delay: Duration, _ happen: @escaping () -> Void) {
        let life = life
        world.after(delay) { [self] in happenOnce(awake: life, happen) }
    }

    /// Does something that comes from outside, once the process is not standing still.
    func whenAwake(_ happen: @escaping () -> Void) { happenOnce(awake: life, happen) }

    private func happenOnce(awake life: Int, _ happen: @escaping () -> Void) {
        suspension.perform { [self] in if self.life == life { happen() } }
    }

    /// The process stands still, as under SIGSTOP.
    func pause(for duration: Duration) {
        guard stage != .down else { return }
        world.note("pause", "\(index) \(duration)")
        let number = suspension.begin()
        world.after(duration) { [self] in suspension.end(number) }
    }

    /// How long some step inside takes.
    var delay: Duration { world.chance.milliseconds(world.plan.daemonDelay) }
}

// MARK: - Life and death

extension SimulatedDaemon {
    func boot() throws(StoreError) {
        guard stage == .down else { return }
        world.note("boot", "\(index)")
        life += 1
        stage = .up
        suspension.end()
        bootedAt = world.now
        (isWriterCalled, tickPlannedAt) = (false, nil)
        (lastAtHub, lastAtLoop) = (world.now, Array(repeating: world.now, count: Self.loopCount))
        try writer.disk.crash()
        writer.booted()
        if let loss = world.mutant?.loss { try writer.disk.execute(loss) }
        options.horizon = NodeHorizon()
        store = SimulatedStore(on: writer, options: options)
        store.called = { [unowned self] in workCame() }
        core = HubCore(configuration, loopCount: Self.loopCount, log: NoEvents())
        core.events = catalog.events
        if let node { core.share(options.horizon, as: node) }
        let limiter = RateLimiter(configuration.rates, of: Rate.all)
        context = SessionContext(
            catalog, configuration.limits, limiter: world.mutant == .neverLimits ? nil : limiter,
            eras: core.eras, log: NoEvents())
        relay.board = core.board
        world.oracle.booted(self)
        if begins() {
            if node != nil {
                stayAlive()
                world.bus.join(self)
            }
            for chore in catalog.chores { plan(chore) }
        } else {
            crash()
        }
    }

    /// Runs the starters, before everything else.
    private func begins() -> Bool {
        for starter in catalog.starters { store.write(WriteJob(starter), chore: "start") }
        for (waiting, completion) in store.commit(atMost: catalog.starters.count) {
            world.oracle.committed(waiting, completion, by: self)
            world.oracle.knowledge.handed(self)
            if completion.refusal != nil { return false }
            hub { core, time in core.completed([completion], at: time) }
        }
        return node != nil || (try? RunMemory(runs).settle()) != nil
    }

    /// Renews what says that this node is alive, as long as it is.
    private func stayAlive() {
        aliveUntil = world.now + .seconds(6)
        after(.seconds(2)) { [self] in stayAlive() }
    }

    /// The process is gone, at this very moment.
    func crash() {
        guard stage != .down else { return }
        world.note("crash", "\(index) \(store.writes.count) jobs waiting")
        stage = .down
        life += 1
        writer.disk.connection.rollback()
        peers = [:]
        world.network.died(self)
        guard node != nil else { return }
        world.bus.leave(self)
        if world.mutant == .ghostSpeaks { world.bus.haunt(self) }
    }

    /// Disconnects all clients, and finishes what was accepted.
    func drain() {
        guard stage == .up else { return }
        world.note("drain", "\(index)")
        stage = .draining
        hub { core, time in core.beginDraining(at: time) }
        for number in peers.keys.sorted() {
            after(world.chance.milliseconds(0...500)) { [self] in
                guard let peer = peers[number], peer.session.depart() else { return }
                close(peer, .serviceRestart, "the server restarts")
            }
        }
        after(.seconds(2)) { [self] in stopOnceIdle() }
    }

    private func stopOnceIdle() {
        guard store.writes.isEmpty, lastAtHub < world.now else {
            return after(.milliseconds(100)) { [self] in stopOnceIdle() }
        }
        aliveUntil = world.now
        crash()
    }

    private func plan(_ chore: Chore) {
        after(chore.interval + world.chance.milliseconds(0...100)) { [self] in
            if stage == .up {
                let drawn = DrawnNumbers()
                let job = writer.deeds.noting(drawn) { (transaction) throws(Refusal) in
                    _ = try chore.run(transaction)
                }
                store.write(job, chore: chore.name, drawing: drawn)
            }
            plan(chore)
        }
    }
}

// MARK: - Connections

extension SimulatedDaemon {
    func accept(_ link: Link) {
        peers[link.number] = SimulatedPeer(link, loop: Int(link.number) % Self.loopCount)
    }

    /// A message of a client.
    func received(_ bytes: [UInt8], on link: Link) {
        guard let peer = peers[link.number] else { return }
        world.oracle.heard(bytes, on: link, from: peer.session.caller)
        let bytes =
            world.mutant == .acceptsUnseen
            ? world.oracle.accepting(bytes, on: link, at: clock.moment) : bytes
        let uptime = world.now - bootedAt
        let arrival = Arrival(at: world.mutant == .refillsLate ? uptime / 2 : uptime)
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(SessionFailure) in
                try peer.session.received(
                    bytes, as: link.format, from: peer.key, in: context, arrival)
            }
        }
        let isOpen = peer.session.caller != nil
        if isOpen { world.oracle.judgeRate(of: bytes, on: link, result, at: uptime) }
        switch result {
        case .success(let command?): dispatch(command, bytes, peer)
        case .success(nil): break
        case .failure(.answer(let bytes)): send(bytes, to: peer)
        case .failure(.close(let code, let reason)): close(peer, code, reason)
        }
    }

    /// A connection is gone.
    func lost(_ link: Link) {
        guard let peer = peers.removeValue(forKey: link.number) else { return }
        world.note("gone", "\(link.device.name) \(link.number)")
        world.network.closedByDaemon(link)
        leave(peer)
    }

    /// Everything that was sent has left.
    func drained(_ link: Link) {
        guard let peer = peers[link.number] else { return }
        while let part = peer.shelf.takeFirst() { send(ServerMessage(part.body), to: peer) }
        hub { core, time in core.drained(peer.key, at: time) }
    }

    /// Closes a connection.
    func close(_ link: Link, _ code: CloseCode, _ reason: String) {
        if let peer = peers[link.number] { close(peer, code, reason) }
    }

    func close(_ peer: SimulatedPeer, _ code: CloseCode, _ reason: String) {
        guard peers.removeValue(forKey: peer.link.number) != nil else { return }
        send(peer.session.goodbye(code.rawValue, reason), to: peer)
        world.note("close", "\(peer.link.number) \(code.rawValue) \(reason)")
        world.network.send(.close(code, reason: reason), on: peer.link)
        world.network.closedByDaemon(peer.link)
        leave(peer)
    }

    private func leave(_ peer: SimulatedPeer) {
        let departed = peer.session.leave()
        guard departed != .nobody else { return }
        hub { core, time in
            core.closed(peer.key, isSigningIn: departed == .signingIn, at: time)
        }
    }

    private func dispatch(_ command: AdmittedCommand, _ bytes: [UInt8], _ peer: SimulatedPeer) {
        let origin = command.origin
        switch command.work {
        case .write(let run):
            let job = WriteJob.command(run, replyTo: origin)
            let leaking = world.mutant.map { world.oracle.leaking(job, $0) } ?? job
            after(delay) { [self] in store.write([writer.deeds.noting(leaking)]) }
        case .read(let run):
            after(delay) { [self] in store.read([ReadJob(.command(run, replyTo: origin))]) }
        case .live(let deed):
            guard let caller = command.caller else { return }
            world.oracle.lives(bytes, on: peer.link)
            let command = LiveCommand(origin: origin, caller: caller, deed: deed)
            after(delay) { [self] in
                hub { core, time in core.live([command], at: time) }
                if world.mutant == .typesToStrangers { Mutant.spreadTyping(bytes, of: peer, self) }
            }
        case .prepare, .wait, .file, .refused:
            world.complain(.converges, "\(origin.name) has no place to run here")
        }
    }

    /// Something that a session answers by itself.
    private func send(_ bytes: [UInt8], to peer: SimulatedPeer) {
        guard let message = ServerMessage(bytes, peer.link.format) else {
            return world.complain(.rules, "the daemon says what is no message")
        }
        send(message, bytes, to: peer)
    }

    func send(_ message: ServerMessage, to peer: SimulatedPeer) {
        send(message, message.bytes(peer.link.format), to: peer)
    }

    /// A hint: for a reader that is slow its parts wait, the newest of each kind.
    func hint(
        _ message: ServerMessage, _ bytes: [UInt8], _ parts: [HintPart], to peer: SimulatedPeer
    ) {
        let isCrowded = peer.link.outboxBytes + bytes.count > world.plan.outboxBytes / 2
        guard isCrowded || !peer.shelf.isEmpty else { return send(message, bytes, to: peer) }
        for part in parts { peer.shelf.put(part) }
        world.network.tellWhenDrained(peer.link)
    }

    func send(_ message: ServerMessage, _ bytes: [UInt8], to peer: SimulatedPeer) {
        world.trace.note(world.now, "<-", bytes, "\(peer.link.device.name) \(message.brief)")
        world.network.send(.message(message, byteCount: bytes.count), on: peer.link)
    }
}

/// How far a simulated daemon is with its life.
enum DaemonStage {
    case down
    case up
    /// All clients are being disconnected; what was accepted is still done.
    case draining
}

/// One connection at the daemon's end.
final class SimulatedPeer {
    let link: Link
    let key: ConnectionKey
    var session: Session
    /// Hints that wait for a slow reader.
    var shelf = HintShelf()

    init(_ link: Link, loop: Int) {
        self.link = link
        key = ConnectionKey(
            loop: loop, connection: ConnectionID(index: link.number, generation: 1))
        session = Session(speaking: link.format)
    }
}
