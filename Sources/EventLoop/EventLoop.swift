import Dispatch
import Glibc
import Metering

/// A serial loop over the sockets that it owns: one epoll, one queue, one handler.
///
/// All its sockets are in one epoll descriptor, and a single Dispatch source watches that one. The
/// loop reads a connection once a turn, lets the handler answer, and writes each connection once at
/// the end of the turn: many small messages become one system call.
///
/// A started loop lives until it is stopped.
public actor EventLoop<Handler: ConnectionHandler> {
    /// What its connections mean.
    public let handler: Handler
    /// The name of its queue, which debuggers show.
    public nonisolated let name: String
    /// What has been done so far.
    public var counters: LoopCounters { meter.counters }
    /// Connections that are open, opening or closing.
    public var connectionCount: Int { meter.connections.current }
    /// The same, and what waits, for whoever is not on the loop.
    public nonisolated let meter = LoopMeter()

    /// What it allows its peers.
    public nonisolated let limits: LoopLimits
    let stallMilliseconds: Int64
    nonisolated let executor: LoopExecutor<Handler>
    let poller: Poller
    var alarm: Alarm
    let readBuffer = ReadBuffer(byteCount: 65_536)
    var spare = Descriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))

    var lifecycle = Lifecycle.created
    var source: (any DispatchSourceRead)?
    var stopWaiters: [CheckedContinuation<Void, Never>] = []
    var nowMilliseconds = LoopClock.milliseconds()

    let slots: SlotTable
    var listeners: [UInt32: Listener] = [:]
    var outboxes = OutboxPool()
    /// Peers that rest, by their slots.
    var resting: [UInt32: Rest] = [:]
    var wheel: TimerWheel
    /// Peers at a TLS door, by place.
    var newcomers: [UInt32: Newcomer] = [:]
    var handshakes: HandshakeQueue
    /// Steps of handshakes in this turn.
    var handshakeSteps = 0
    /// Who is read by the loop itself.
    var reading = Reading()
    /// What handlers have left, by their slots.
    var kept: [UInt32: KeptInput] = [:]
    /// What a handler is just given again, and how much of it the handler has left.
    var given: (end: UnsafeMutableRawPointer, leftCount: Int)?
    /// Connections whose output is to be written at the end of this turn, and its size.
    var due: [UInt32] = []
    var dueBytes = 0
    /// Connections whose handler is yet to be told that nothing waits for them.
    var drained: [UInt32] = []
    /// Connections whose handler is yet to be told that they ended.
    var endings: [Ending] = []
    var expired: [UInt32] = []
    var mail: [LoopExecutor<Handler>.Mail] = []

    /// Makes a loop; it runs from `start` on.
    ///
    /// - Parameter name: for debuggers and logs.
    /// - Parameter makeHandler: called once, here.
    /// - Throws: `SystemError` when the process has no descriptor left for the loop's own three.
    public init(
        name: String, limits: LoopLimits = LoopLimits(),
        makeHandler: @Sendable @escaping () -> Handler
    ) throws(SystemError) {
        self.name = name
        self.limits = limits
        stallMilliseconds = limits.stallLimit.milliseconds
        executor = try LoopExecutor(label: name)
        poller = try Poller()
        alarm = try Alarm()
        handshakes = HandshakeQueue(
            activeMax: limits.handshakesMax, shareMax: limits.handshakesPerNetworkMax)
        slots = SlotTable(connectionsMax: limits.connectionsMax)
        wheel = TimerWheel(
            nowMilliseconds: nowMilliseconds,
            placesMax: limits.connectionsMax + SlotTable.listenersMax)
        handler = makeHandler()
    }

    /// The queue of the loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// The loop's monotonic time, read once a turn: it stands still within a turn.
    public var now: Duration { .milliseconds(nowMilliseconds) }

    /// Runs `work` on the loop, after everything that was posted before it.
    ///
    /// One way and from any thread; works that come together cost one wake-up. Work posted before
    /// `start` runs at the start.
    public nonisolated func post(
        _ work: @escaping @Sendable (isolated EventLoop<Handler>) -> Void
    ) {
        guard !executor.deliver(.work(work)) else { return }
        executor.queue.async { self.assumeIsolated { loop in work(loop) } }
    }
}

/// How far a loop has come.
enum Lifecycle {
    case created, running, stopping, stopped
}

/// What epoll carries for the loop's own descriptors; no slot has these values.
enum LoopToken {
    static let mailbox = UInt64.max
    static let alarm = UInt64.max - 1
}

/// What one loop allows its peers.
public struct LoopLimits: Sendable, Equatable {
    /// Most connections at once; beyond it new ones wait in the listener's backlog.
    public var connectionsMax = 65_536
    /// Most bytes that wait for one peer that does not read.
    public var outboxBytesMax = 262_144
    /// Most bytes that wait for all peers together, without those that are shared. Beyond it,
    /// peers that stand still are given up, the ones with most first.
    public var heldBytesMax = 134_217_728
    /// How long waiting bytes may stand still.
    public var stallLimit: Duration = .seconds(10)
    /// How long a close may take to write what waits, however steadily the peer takes it.
    public var flushLimit: Duration = .seconds(30)
    /// How long a closed connection still reads, so that no reset destroys what we sent last.
    public var lingerLimit: Duration = .seconds(2)
    /// How long a peer may take to begin a TLS handshake, to wait for its turn, and to end it.
    public var handshakeLimit: Duration = .seconds(5)
    /// Most TLS handshakes of incoming connections at once; further ones wait their turn.
    public var handshakesMax = 128
    /// Most of these of one IPv4 address or IPv6 /64; of an IPv6 /48 twice as many.
    public var handshakesPerNetworkMax = 32
    /// A handshake that lasts longer gives way when others wait for their turn.
    public var handshakePatience: Duration = .seconds(1)
    /// Most handshake messages that a peer may send within a minute after its TLS handshake.
    public var postHandshakeMax = 16
    /// How long accepting rests after the system ran out of descriptors.
    public var acceptPause: Duration = .milliseconds(200)

    /// The limits of a server on the open Internet; change what differs.
    public init() {}
}

extension EventLoop {
    /// Lets the loop run; what was posted before runs first. Calling it again does nothing.
    public nonisolated func start() {
        executor.queue.async { self.assumeIsolated { loop in loop.begin() } }
    }

    /// Closes every listener and connection, and returns when all of them are closed.
    ///
    /// Connections are closed gracefully, so it takes as long as the stall and linger limits allow;
    /// abort them for less.
    public nonisolated func stop() async {
        start()
        await shutDown()
    }

    private func begin() {
        guard lifecycle == .created else { return }
        lifecycle = .running
        let watched =
            poller.add(executor.wakeNumber, token: LoopToken.mailbox, [.readable, .edge])
            && poller.add(alarm.number, token: LoopToken.alarm, [.readable, .edge])
        precondition(watched, "epoll refused the loop's own descriptors")
        let source = DispatchSource.makeReadSource(
            fileDescriptor: poller.number, queue: executor.queue)
        source.setEventHandler { self.assumeIsolated { loop in loop.drain() } }
        source.setCancelHandler { self.assumeIsolated { loop in loop.retire() } }
        self.source = source
        source.activate()
    }

    private func shutDown() async {
        guard lifecycle != .stopped else { return }
        lifecycle = .stopping
        stopAccepting()
        for index in 0..<slots.endIndex { close(slots.connection(at: index)) }
        await withCheckedContinuation { stopWaiters.append($0) }
    }

    /// Called at the end of each turn.
    func endIfStopped() {
        guard lifecycle == .stopping, connectionCount == 0, !stopWaiters.isEmpty else { return }
        lifecycle = .stopped
        source?.cancel()
    }

    private func retire() {
        source = nil
        for mail in executor.retire() {
            switch mail {
            case .work(let work): work(self)
            case .job(let job): job.runSynchronously(on: unownedExecutor)
            }
        }
        for waiter in stopWaiters { waiter.resume() }
        stopWaiters.removeAll()
    }
}
