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
