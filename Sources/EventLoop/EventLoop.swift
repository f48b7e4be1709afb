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
    /// The handler of its connections.
    public let handler: Handler
    /// The name of its queue, which debuggers show.
    public nonisolated let name: String
    /// The work done so far.
    public var counters: LoopCounters { meter.counters }
    /// Connections that are open, opening or closing.
    public var connectionCount: Int { meter.connections.current }
    /// The connection count and the waiting output, readable from any thread.
    public nonisolated let meter = LoopMeter()

    /// The limits for its peers.
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
    /// Resting peers, by slot.
    var resting: [UInt32: Rest] = [:]
    var wheel: TimerWheel
    /// Peers before the end of their TLS handshake, by slot.
    var newcomers: [UInt32: Newcomer] = [:]
    var handshakes: HandshakeQueue
    /// Handshake steps in this turn.
    var handshakeSteps = 0
    /// The connections that the loop reads without epoll.
    var reading = Reading()
    /// The input that handlers have left, by slot.
    var kept: [UInt32: KeptInput] = [:]
    /// The kept input that a handler receives just now, and how much of it the handler has left.
    var given: (end: UnsafeMutableRawPointer, leftCount: Int)?
    /// Connections whose output is to be written at the end of this turn, and its size.
    var due: [UInt32] = []
    var dueBytes = 0
    /// Connections that have drained, of which the handler is yet to be notified.
    var drained: [UInt32] = []
    /// Connections that have ended, of which the handler is yet to be notified.
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

    /// The loop's monotonic time, read once a turn: it is constant within a turn.
    public var now: Duration { .milliseconds(nowMilliseconds) }

    /// Runs `work` on the loop, after everything posted before it.
    ///
    /// One way and from any thread. Works posted together cost one wake-up. Work posted before
    /// `start` runs at the start.
    public nonisolated func post(
        _ work: @escaping @Sendable (isolated EventLoop<Handler>) -> Void
    ) {
        guard !executor.deliver(.work(work)) else { return }
        executor.queue.async { self.assumeIsolated { loop in work(loop) } }
    }
}

/// The state of a loop.
enum Lifecycle {
    case created, running, stopping, stopped
}

/// What epoll carries for the loop's own descriptors; no slot has these values.
enum LoopToken {
    static let mailbox = UInt64.max
    static let alarm = UInt64.max - 1
}

/// The limits of one loop for its peers.
public struct LoopLimits: Sendable, Equatable {
    /// The most connections at once; further ones wait in the listener's backlog.
    public var connectionsMax = 65_536
    /// The most bytes that wait for one peer that does not read.
    public var outboxBytesMax = 262_144
    /// The most bytes that wait for all peers together, without shared bodies. Beyond it the loop
    /// disconnects stalled peers, those with the most bytes first.
    public var heldBytesMax = 134_217_728
    /// How long waiting output may make no progress.
    public var stallLimit: Duration = .seconds(10)
    /// How long a close may take to write the waiting output, even if the peer takes it steadily.
    public var flushLimit: Duration = .seconds(30)
    /// How long a closed connection still reads, so that no reset destroys our last output.
    public var lingerLimit: Duration = .seconds(2)
    /// How long a peer may take to begin a TLS handshake, to wait for its turn, and to complete it.
    public var handshakeLimit: Duration = .seconds(5)
    /// The most TLS handshakes of incoming connections at once; further ones wait for their turn.
    public var handshakesMax = 128
    /// The most handshakes of one IPv4 address or IPv6 /64; an IPv6 /48 may have twice as many.
    public var handshakesPerNetworkMax = 32
    /// A handshake that lasts longer gives way when others wait for their turn.
    public var handshakePatience: Duration = .seconds(1)
    /// The most handshake messages that a peer may send within a minute after its TLS handshake.
    public var postHandshakeMax = 16
    /// How long accepting pauses after the system ran out of descriptors.
    public var acceptPause: Duration = .milliseconds(200)

    /// The limits of a server on the open Internet; change what differs.
    public init() {}
}

extension EventLoop {
    /// Starts the loop; work posted before runs first. Calling it again does nothing.
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
