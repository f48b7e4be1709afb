package import EventLoop
import Kernel
import Metering

/// All that the daemon counts: `/metrics` and the event `server.stat` are both made from it.
package struct Instruments: Sendable {
    /// How many commands wait for the store.
    package struct StoreQueue {
        package let writes: Int
        package let reads: Int

        /// - Parameters: as the properties.
        package init(writes: Int, reads: Int) {
            self.writes = writes
            self.reads = reads
        }
    }

    let loops: [LoopMeter]
    package let clients: [ClientMeter]
    package let hub: HubMeter
    let commands: CommandMeter
    /// In the order of the catalogue.
    let commandNames: [String]
    let store: StoreMeter
    let notifiers: [NotifierMeter]
    let speech: SpeechMeter
    package let log: EventLog
    package let readiness: Readiness
    /// The jobs that wait for the store now.
    package let storeQueue: @Sendable () -> StoreQueue
    /// The tasks that wait for workers now, or are with one, by kind.
    let workersQueue: @Sendable () -> [(kind: String, count: Int)]
    /// When the certificate that is served expires, in seconds since 1970; 0 without one.
    let certificateExpiry: @Sendable () -> Int
    /// When the daemon began, in seconds since 1970.
    package let startedAt = Double(SystemClock.milliseconds()) / 1_000

    /// - Parameters: as the properties.
    package init(
        loops: [LoopMeter], clients: [ClientMeter], hub: HubMeter, commands: CommandMeter,
        commandNames: [String], store: StoreMeter, notifiers: [NotifierMeter],
        speech: SpeechMeter, log: EventLog, readiness: Readiness,
        storeQueue: @escaping @Sendable () -> StoreQueue,
        workersQueue: @escaping @Sendable () -> [(kind: String, count: Int)],
        certificateExpiry: @escaping @Sendable () -> Int
    ) {
        self.loops = loops
        self.clients = clients
        self.hub = hub
        self.commands = commands
        self.commandNames = commandNames
        self.store = store
        self.notifiers = notifiers
        self.speech = speech
        self.log = log
        self.readiness = readiness
        self.storeQueue = storeQueue
        self.workersQueue = workersQueue
        self.certificateExpiry = certificateExpiry
    }
}

extension Instruments {
    /// The sum of a count over all loops.
    package func sum(_ count: (LoopMeter) -> Int) -> Int { loops.reduce(0) { $0 + count($1) } }

    /// The sum of a count over their handlers.
    func sum(_ count: (ClientMeter) -> Int) -> Int { clients.reduce(0) { $0 + count($1) } }

    /// WebSocket messages of clients.
    var messagesIn: Int { sum { (meter: ClientMeter) in meter.messagesIn.current } }

    /// WebSocket messages for clients.
    var messagesOut: Int { sum { (meter: ClientMeter) in meter.messagesOut.current } }

    /// The longest wait for a turn of a loop or the hub since the last call.
    func takeWorstLag() -> Duration {
        (clients.map(\.lag) + [hub.lag]).map { $0.takeWorst() }.max() ?? .zero
    }

    /// The durations of deliveries, on all loops.
    var delivery: Distribution { clients.reduce(.none) { $0 + $1.delivery.distribution } }
}
