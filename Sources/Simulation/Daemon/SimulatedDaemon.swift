import Client
import EventLoop
import Gateway
import Hub
import Kernel
import Promises
import SQLite
import Server
import Sessions
import Settings
import Storage
import WebSocket
import Wire

/// A whole daemon without threads, sockets and files: the product's hub, sessions, features and
/// commit groups, moved on by the world in steps.
///
/// What takes time in a daemon takes time here, by chance: from loop to writer, from writer to
/// hub, from hub to loop. What keeps its order there keeps it here.
final class SimulatedDaemon {
    enum Stage {
        case down
        case up
        /// Everybody is being sent away; what was accepted is still done.
        case draining
    }

    /// One connection at the daemon's end.
    final class Peer {
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

    static let loopCount = 2

    unowned var world: World! = nil
    let writer: SimulatedWriter
    let clock: SimulatedClock
    let options: StoreOptions
    let configuration: Configuration
    let catalog: Catalog
    let relay = PresenceRelay()
    let runs = RunBox()
    var reception: Reception
    var store: SimulatedStore
    var core: HubCore
    var stage = Stage.down
    /// How often it was started: what an earlier life has planned does not happen.
    var life = 0
    var bootedAt = Duration.zero
    var peers: [UInt32: Peer] = [:]
    var isWriterCalled = false
    /// When the last of what is on its way arrives: from writer to hub, from hub to each loop.
    var lastAtHub = Duration.zero
    var lastAtLoop: [Duration] = []
    var tickPlannedAt: Duration?
    /// What each device was granted so far: for a deliberate bug.
    var memory: [String: UInt32] = [:]

    init(
        on disk: SimulatedDisk, plan: Plan, _ mutant: Mutant?, clock: SimulatedClock,
        seed: UInt64
    ) throws {
        self.clock = clock
        writer = SimulatedWriter(on: disk)
        let configuration = Configuration.simulated(plan, mutant)
        self.configuration = configuration
        catalog = try Catalog(
            configuration, presence: relay, runs: RunMemory(runs),
            words: SimulatedWords.terms.get(), limits: { configuration.limits })
        let entropy = SimulatedEntropy(seed: seed)
        var options = StoreOptions(
            clock: { clock.moment }, entropy: { entropy.bytes($0) }, sink: { _ in })
        options.inboxEventsMax = UInt32(clamping: configuration.inbox.events)
        self.options = options
        store = SimulatedStore(on: writer, options: options)
        core = HubCore(configuration, loopCount: Self.loopCount, log: NoEvents())
        reception = Reception(catalog, configuration.limits, log: NoEvents())
    }

    var isAccepting: Bool { stage == .up }

    var time: HubTime { HubTime(uptime: world.now - bootedAt, moment: clock.moment) }

    /// Plans something, unless the daemon dies before.
    func after(_ delay: Duration, _ happen: @escaping () -> Void) {
        let life = life
        world.after(delay) { [self] in if self.life == life { happen() } }
    }

    /// How long some step inside takes.
    var delay: Duration { world.chance.milliseconds(world.plan.daemonDelay) }
}

// MARK: - Life and death

extension SimulatedDaemon {
    func boot() throws(StoreError) {
        guard stage == .down else { return }
        world.note("boot", "")
        life += 1
        stage = .up
        bootedAt = world.now
        (isWriterCalled, tickPlannedAt) = (false, nil)
        (lastAtHub, lastAtLoop) = (world.now, Array(repeating: world.now, count: Self.loopCount))
        try writer.disk.crash()
        writer.booted()
        if let loss = world.mutant?.loss { try writer.disk.execute(loss) }
        store = SimulatedStore(on: writer, options: options)
        store.called = { [unowned self] in workCame() }
        core = HubCore(configuration, loopCount: Self.loopCount, log: NoEvents())
        reception = Reception(
            catalog, configuration.limits,
            limiter: world.mutant == .neverLimits ? nil : RateLimiter(configuration.rates),
            eras: core.eras, log: NoEvents())
        relay.board = core.board
        world.oracle.booted()
        if begins() {
            for chore in catalog.chores { plan(chore) }
        } else {
            crash()
        }
    }

    /// Does what comes before everything else.
    private func begins() -> Bool {
        for starter in catalog.starters { store.write(WriteJob(starter), chore: "start") }
        for (waiting, completion) in store.commit(atMost: catalog.starters.count) {
            world.oracle.committed(waiting, completion, at: clock.moment)
            world.oracle.handed()
            if completion.reply.refusal != nil { return false }
            hub { core, time in core.completed([completion], at: time) }
        }
        return (try? RunMemory(runs).settle()) != nil
    }

    /// The process is gone, at this very moment.
    func crash() {
        guard stage != .down else { return }
        world.note("crash", "\(store.writes.count) jobs waiting")
        stage = .down
        life += 1
        writer.disk.connection.rollback()
        peers = [:]
        world.network.daemonDied()
    }

    /// Everybody is sent away, and what was accepted is finished.
    func drain() {
        guard stage == .up else { return }
        world.note("drain", "")
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
        crash()
    }

    private func plan(_ chore: Chore) {
        after(chore.interval + world.chance.milliseconds(0...100)) { [self] in
            if stage == .up {
                let job = WriteJob({ transaction throws(Refusal) in
                    _ = try chore.run(transaction)
                })
                store.write(job, chore: chore.name)
            }
            plan(chore)
        }
    }
}

// MARK: - Connections

extension SimulatedDaemon {
    func accept(_ link: Link) {
        peers[link.number] = Peer(link, loop: Int(link.number) % Self.loopCount)
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
        let step = bytes.withUnsafeBytes { bytes in
            peer.session.received(bytes, as: link.format, from: peer.key, at: reception, arrival)
        }
        let isOpen = peer.session.caller != nil
        if isOpen { world.oracle.judgeRate(of: bytes, on: link, step, at: uptime) }
        take(step, bytes, peer)
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

    /// Sends somebody away.
    func close(_ link: Link, _ code: CloseCode, _ reason: String) {
        if let peer = peers[link.number] { close(peer, code, reason) }
    }

    func close(_ peer: Peer, _ code: CloseCode, _ reason: String) {
        guard peers.removeValue(forKey: peer.link.number) != nil else { return }
        send(peer.session.goodbye(code.rawValue, reason), to: peer)
        world.note("close", "\(peer.link.number) \(code.rawValue) \(reason)")
        world.network.send(.close(code, reason: reason), on: peer.link)
        world.network.closedByDaemon(peer.link)
        leave(peer)
    }

    private func leave(_ peer: Peer) {
        let departed = peer.session.leave()
        guard departed != .nobody else { return }
        hub { core, time in
            core.closed(peer.key, isSigningIn: departed == .signingIn, at: time)
        }
    }

    private func take(_ step: SessionStep, _ bytes: [UInt8], _ peer: Peer) {
        switch step {
        case .nothing: break
        case .write(let job):
            let job = world.mutant.map { world.oracle.leaking(job, $0) } ?? job
            after(delay) { [self] in store.write([job]) }
        case .read(let job): after(delay) { [self] in store.read([job]) }
        case .live(let command):
            world.oracle.lives(bytes, on: peer.link)
            after(delay) { [self] in
                hub { core, time in core.live([command], at: time) }
                if world.mutant == .typesToStrangers { spreadTyping(bytes, of: peer) }
            }
        case .prepare: world.complain(.converges, "nobody logs in by password here")
        case .answer(let bytes): send(bytes, to: peer)
        case .close(let code, let reason): close(peer, code, reason)
        }
    }

    /// A deliberate bug: whoever is named is told, friend or not.
    private func spreadTyping(_ bytes: [UInt8], of peer: Peer) {
        guard case .roomType(let type)? = ClientMessage(bytes, peer.link.format)?.command else {
            return
        }
        var typing = RoomTyping()
        (typing.from, typing.on) = (peer.link.device.user, type.on)
        typing.room = Pair(typing.from, type.with).room
        for other in peers.values.sorted(by: { $0.link.number < $1.link.number })
        where other.link.device.user == type.with && other.session.caller != nil {
            let message = ServerMessage(.roomTyping(typing))
            world.oracle.decided(message, on: other.link)
            send(message, to: other)
        }
    }

    /// Something that a session answers by itself.
    private func send(_ bytes: [UInt8], to peer: Peer) {
        guard let message = ServerMessage(bytes, peer.link.format) else {
            return world.complain(.rules, "the daemon says what is no message")
        }
        send(message, bytes, to: peer)
    }

    private func send(_ message: ServerMessage, to peer: Peer) {
        send(message, message.bytes(peer.link.format), to: peer)
    }

    /// A hint: for a reader that is slow its parts wait, the newest of each kind.
    func hint(_ message: ServerMessage, _ bytes: [UInt8], _ parts: [HintPart], to peer: Peer) {
        let isCrowded = peer.link.outboxBytes + bytes.count > world.plan.outboxBytes / 2
        guard isCrowded || !peer.shelf.isEmpty else { return send(message, bytes, to: peer) }
        for part in parts { peer.shelf.put(part) }
        world.network.tellWhenDrained(peer.link)
    }

    func send(_ message: ServerMessage, _ bytes: [UInt8], to peer: Peer) {
        world.trace.note(world.now, "<-", bytes, "\(peer.link.device.name) \(message.brief)")
        world.network.send(.message(message, byteCount: bytes.count), on: peer.link)
    }
}
