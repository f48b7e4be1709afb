import Client
import EventLoop
import Gateway
import Hub
import Kernel
import Promises
import WebSocket
import Wire

extension SimulatedDaemon {
    /// Brings the hub an input, and carries out what it decides.
    func hub(_ input: (inout HubCore, HubTime) -> Void) {
        input(&core, time)
        let output = core.takeOutput()
        for (loop, batch) in output.outgoing.enumerated() where !batch.isEmpty {
            perform(batch, onLoop: loop)
        }
        if !output.writes.isEmpty { store.write(output.writes) }
        for page in output.pages { read(page) }
        for look in output.looks { self.look(look) }
        for (user, isWanted) in output.follows { world.bus.follow(user, isWanted, by: self) }
        if !output.messages.isEmpty { world.bus.tell(output.messages, from: self) }
        if let next = output.nextTick { planTick(at: next) }
    }

    /// The hub's wishes for one loop: they get there in order.
    private func perform(_ batch: [Outgoing], onLoop loop: Int) {
        let decided = batch.map { outgoing in
            (outgoing, message(in: outgoing, onLoop: loop))
        }
        lastAtLoop[loop] = max(lastAtLoop[loop], world.now + delay)
        after(lastAtLoop[loop] - world.now) { [self] in
            for (outgoing, message) in decided { perform(outgoing, message, onLoop: loop) }
        }
    }

    /// Judges a message as soon as the hub has decided on it, before it travels.
    private func message(in outgoing: Outgoing, onLoop loop: Int) -> ServerMessage? {
        guard let peer = peers[outgoing.connection.index],
            let bytes = outgoing.action.payload
        else { return nil }
        guard let message = ServerMessage(bytes, peer.link.format) else {
            world.complain(.rules, "the hub says what is no message")
            return nil
        }
        world.oracle.decided(message, on: peer.link)
        return message
    }

    private func perform(_ outgoing: Outgoing, _ message: ServerMessage?, onLoop loop: Int) {
        let action = outgoing.action
        guard let peer = peers[outgoing.connection.index] else {
            return missed(action, ConnectionKey(loop: loop, connection: outgoing.connection))
        }
        if peer.session.take(action) {
            perform(action, message, on: peer)
        } else {
            missed(action, peer.key)
        }
        if peer.session.isReadyToDepart { close(peer, .serviceRestart, "the server restarts") }
    }

    private func perform(
        _ action: Outgoing.Action, _ message: ServerMessage?, on peer: SimulatedPeer
    ) {
        switch action {
        case .event, .answer:
            guard let message, let bytes = action.payload else { return }
            send(message, bytes, to: peer)
        case .hint(let bytes, let parts):
            if let message { hint(message, bytes, parts, to: peer) }
        case .forgetHints(let user): peer.shelf.forget(about: user)
        case .tellWhenDrained: world.network.tellWhenDrained(peer.link)
        case .signIn, .signOut: break
        case .close(let code, let reason): close(peer, code, reason)
        }
    }

    /// An action has reached a connection too late.
    private func missed(_ action: Outgoing.Action, _ key: ConnectionKey) {
        switch action {
        case .signIn: hub { core, time in core.closed(key, isSigningIn: false, at: time) }
        case .answer(let answer) where answer.origin.changesCaller:
            hub { core, time in core.unclaimed(key, at: time) }
        default: break
        }
    }

    private func planTick(at next: Duration) {
        let at = bootedAt + next
        if let planned = tickPlannedAt, planned <= at { return }
        tickPlannedAt = at
        after(at - world.now + world.chance.milliseconds(0...2)) { [self] in
            guard tickPlannedAt == at else { return }
            tickPlannedAt = nil
            hub { core, time in core.tick(at: time) }
        }
    }
}

// MARK: - The store

extension SimulatedDaemon {
    /// Work waits for the writer or for a reader.
    func workCame() {
        for job in store.takeReads() {
            after(delay) { [self] in perform(job) }
        }
        guard !isWriterCalled, !store.writes.isEmpty else { return }
        isWriterCalled = true
        after(writerDelay) { [self] in commit() }
    }

    /// A commit takes less time than all else, or the daemon's own jobs would starve the others.
    private var writerDelay: Duration {
        world.chance.milliseconds(0...world.plan.daemonDelay.upperBound / 10)
    }

    /// One turn of the writer: commits some of the waiting jobs together.
    private func commit() {
        isWriterCalled = false
        let count = world.chance.number(1...world.plan.groupMax)
        guard world.mutant?.isHasty == true else { return commit(count) { $0 } }
        // A deliberate bug: announces a part of the outcome before it is committed.
        let rehearsed = store.rehearse(atMost: count)
        hand(rehearsed.map { world.mutant == .ackBeforeCommit ? $0.withoutEffects : $0.news })
        isWriterCalled = true
        after(writerDelay) { [self] in
            isWriterCalled = false
            commit(count) { world.mutant == .ackBeforeCommit ? $0.news : $0.withoutEffects }
        }
    }

    private func commit(_ count: Int, _ told: (Completion) -> Completion) {
        let done = store.commit(atMost: count)
        for (waiting, completion) in done {
            world.oracle.committed(waiting, completion, by: self)
        }
        hand(done.map { told($0.1) })
        workCame()
    }

    /// What became of commands is on its way to the hub, behind what was sent before.
    private func hand(_ completions: [Completion]) {
        guard !completions.isEmpty else { return }
        let completions = completions.map { world.mutant?.falsified($0, by: self) ?? $0 }
        lastAtHub = max(lastAtHub, world.now + delay)
        after(lastAtHub - world.now) { [self] in
            for completion in completions {
                world.oracle.knowledge.handed(self)
                hub { core, time in core.completed([completion], at: time) }
                completion.callHandler()
            }
        }
    }

    /// How long the hub does not hear of what is read now: at least until it has heard of all
    /// commits that the read can see.
    private var readDelay: Duration { max(delay, lastAtHub - world.now) }

    /// A read sees the state of now; the hub hears of it when others may have heard of more.
    private func perform(_ job: ReadJob) {
        let completion = store.perform(job.job, isOrdered: job.isOrdered, lag: lag)
        completion.callHandler()
        world.oracle.read(job, completion, at: clock.moment)
        let told = world.mutant?.falsified(completion, by: self) ?? completion
        let seen = world.oracle.knowledge.commitCount
        after(readDelay) { [self] in
            if told.hasNews { world.oracle.knowledge.looked(self, upTo: seen) }
            hub { core, time in core.completed([told], at: time) }
        }
    }

    /// How many of the last transactions of other nodes may still be under way for a look.
    private var lag: Int64 { Int64(world.chance.number(0...3)) }

    /// Looks up the ends of inboxes, and the signals of other nodes.
    private func look(_ look: InboxLook) {
        after(delay) { [self] in
            guard !world.faults.failsRead else { return }
            let heads = try? store.snapshot { (snapshot) throws(Refusal) in
                try look.read(in: snapshot)
            }
            let tell = tellingNews()
            after(readDelay) { [self] in
                tell()
                guard let heads, world.mutant != .neverLooks else { return }
                hub { core, time in core.looked(heads, at: time) }
            }
        }
    }

    /// Reads the signals of other nodes in the present data.
    ///
    /// - Returns: a closure that passes them to the hub.
    private func tellingNews() -> () -> Void {
        guard let news = store.news(lag: lag) else { return {} }
        let completion = Completion(signals: [.nodes(news)])
        let told = world.mutant?.falsified(completion, by: self) ?? completion
        let seen = world.oracle.knowledge.commitCount
        return { [self] in
            world.oracle.knowledge.looked(self, upTo: seen)
            hub { core, time in core.completed([told], at: time) }
        }
    }

    private func read(_ request: PageRequest) {
        if world.mutant == .losesPages, world.chance.percent(5) { return }
        after(delay) { [self] in
            let page =
                try? world.faults.failsRead
                ? nil
                : store.snapshot { (snapshot) throws(Refusal) in
                    try request.read(in: snapshot)
                }
            let tell = tellingNews()
            after(readDelay) { [self] in
                tell()
                hub { core, time in
                    if let page {
                        core.pageRead(page, at: time)
                    } else {
                        core.pageFailed(request, at: time)
                    }
                }
            }
        }
    }
}

extension Completion {
    /// Whether it brings the hub signals of other nodes.
    fileprivate var hasNews: Bool {
        if case .nodes? = signals.first { true } else { false }
    }
}

extension Outgoing.Action {
    /// What it says to the client, if it says anything.
    fileprivate var payload: [UInt8]? {
        switch self {
        case .event(let payload), .hint(let payload, _): payload
        case .answer(let answer): answer.bytes
        case .forgetHints, .tellWhenDrained, .signIn, .signOut, .close: nil
        }
    }
}
