public import Accounts
import Administration
import Avatars
import Dispatch
import EventLoop
public import Gateway
import Glibc
import Hub
import Kernel
import Notifications
public import Observability
public import Settings
import Storage
import Synchronization
import WebPush
import WebSocket

/// One running server: its listener, loops, hub, store and workers, from start to stop.
public final class Daemon: Sendable {
    let loops: [EventLoop<ClientHandler>]
    let hub: HubActor
    let store: DatabaseStore
    let workers: Workers
    /// Those for pictures.
    let painters: Workers
    let chores: Chores
    let stoppers: [@Sendable (Transaction) throws(Refusal) -> Void]
    let adminVerbs: [AdminVerb]
    let whenDrained: @Sendable () -> Void
    let log: EventLog
    let readiness = Readiness()
    let settings: CurrentConfiguration
    let limiter: RateLimiter
    let issuers: any IdentityIssuers
    /// Held for a successor, until the daemon stops.
    let listeners: Mutex<[Listener]>
    let credentials: TLSCredentials?
    let desk: NotificationDesk?
    /// Carries letters to the mail server; nil: none are sent.
    let mail: MailCourier?
    /// Where monitors ask; nil: nowhere.
    let admin: AdminDoor?
    /// Whom administrators follow.
    let traces: Traces
    /// Where orders are taken; nil: nowhere.
    let control: ControlDoor?
    let instruments: Instruments
    let watch: Watch

    /// Where it really listens, as `host:port`: the port is the one chosen when 0 was asked for.
    public let address: String
    /// The port of it.
    public let port: UInt16
    /// Where clients connect, as in `ws://127.0.0.1:8080/v1/ws`: plain before TLS.
    public let addresses: [String]
    /// Where monitors ask, as in `http://127.0.0.1:9464`; nil: nowhere.
    public var adminAddress: String? { admin.map { "http://\($0.address)" } }

    /// Opens the data, binds the port (or takes over the sockets that the process was left) and
    /// starts to serve.
    ///
    /// With a predecessor it is told when everything but the data is there, loops and their
    /// descriptors too, and it is waited for.
    ///
    /// - Parameters:
    ///   - makeIssuers: makes what verifies the ID tokens of the configuration's issuers; nil:
    ///     there may be none.
    ///   - whenBroken: ends the process, because its disk has failed: nobody is answered any
    ///     more. Called on the store's queue, once, after the event was written.
    ///   - whenDrained: sees to it that the daemon is stopped: an administrator has ordered it.
    /// - Throws: ``StartFailure`` with one line for the administrator; nothing is left behind.
    public init(
        _ configuration: Configuration, inheriting inheritance: Inheritance = Inheritance(),
        log: EventLog, issuers makeIssuers: IssuersMaker? = nil,
        whenBroken: @escaping @Sendable () -> Void = {},
        whenDrained: @escaping @Sendable () -> Void = {}
    ) throws(StartFailure) {
        (self.log, self.whenDrained) = (log, whenDrained)
        let settings = CurrentConfiguration(configuration)
        let (commands, storeMeter) = (CommandMeter(), StoreMeter())
        let clientMeters = (0..<Self.loopCount(configuration)).map { _ in ClientMeter() }
        let core = HubCore(
            configuration, loopCount: clientMeters.count, log: log, commands: commands)
        let hub = HubActor(core)
        let limiter = RateLimiter(configuration.rates)
        let vapid = try Self.vapid(configuration)
        let issuers = try Self.issuers(configuration, makeIssuers, log)
        let catalog = try Self.catalog(settings, hub, limiter, issuers, vapid)
        let page = try InstalledPage(configuration, hasPush: !vapid.isEmpty).files(
            besides: HTTPRoute.router(of: catalog, root: configuration.http.root.rawValue), log)
        (self.limiter, self.issuers) = (limiter, issuers)
        let credentials = try Self.credentials(configuration.tls, log)
        let entrances = Entrance.all(configuration, credentials)
        let sockets = inheritance.parted
        let inherited = try Self.adopt(sockets.clients, for: entrances, configuration.listen)
        admin = try AdminDoor.open(configuration.admin, inheriting: sockets.admin)
        let context = ClientHandler.Context(
            settings: ClientSettings(configuration), census: ConnectionCensus(),
            reception: Reception(
                catalog, configuration.limits, root: configuration.http.root.rawValue,
                page: page, descriptions: ServerDescription.served(catalog, configuration),
                limiter: limiter, eras: core.eras, log: log, commands: commands),
            hub: hub, log: log, readiness: readiness,
            uploads: UploadGate(), traces: Traces(), meters: clientMeters)
        traces = context.traces
        loops = try Self.makeLoops(configuration, context)
        try Self.relieve(inheritance.predecessor, configuration, catalog)
        let store = try Self.openStore(
            configuration, catalog, Self.options(configuration, hub, storeMeter, log, whenBroken),
            waits: inheritance.predecessor != nil)
        let workers = Workers(
            count: configuration.passwords.workers, waitingMax: configuration.passwords.queue,
            store: store, sink: { hub.completed($0) })
        let listeners: [Listener]
        let desk: NotificationDesk?
        let mail: MailCourier?
        let control: ControlDoor?
        do {
            control = try ControlDoor.open(configuration, log, context.traces)
            desk = try Self.desk(configuration, vapid, hub, store, catalog.events, log)
            mail = try MailCourier.begin(configuration.mail, store, log)
            listeners =
                inherited.isEmpty ? try Self.bind(entrances, configuration.listen) : inherited
        } catch {
            store.close()
            throw error
        }
        (address, port) = (listeners[0].address.description, listeners[0].port)
        addresses = Self.addresses(of: listeners)
        self.listeners = Mutex(listeners)
        self.credentials = credentials
        self.settings = settings
        (self.hub, self.store, self.workers) = (hub, store, workers)
        // One at a time, for the memory that its pixels take; 16 MiB of files wait.
        painters = Workers(
            count: 1, waitingMax: 16, store: store, sink: { hub.completed($0) }, name: "painter")
        (self.desk, self.mail, self.control) = (desk, mail, control)
        hub.attach(store: store, loops: loops, catalog.events, desk: desk)
        let (storeNow, hashers, painters) = (store, workers, painters)
        instruments = Instruments(
            loops: loops.map(\.meter), clients: clientMeters, hub: hub.meter,
            commands: commands, commandNames: catalog.countedNames, store: storeMeter,
            notifiers: (desk?.meters ?? []) + [mail?.meter].compactMap(\.self), log: log,
            readiness: readiness,
            storeQueue: {
                let (writes, reads) = storeNow.waitingCounts
                return .init(writes: writes, reads: reads)
            },
            workersQueue: {
                [("passwords", hashers.waitingCount), ("pictures", painters.waitingCount)]
            },
            certificateExpiry: { Int(clamping: credentials?.expirySeconds ?? 0) })
        watch = Watch(instruments, loops, hub, statSeconds: configuration.log.statSeconds)
        chores = Chores(catalog.chores, store: store)
        (stoppers, adminVerbs) = (catalog.stoppers, catalog.adminVerbs)
        begin(on: listeners)
    }

    /// From here on connections are accepted.
    private func begin(on listeners: [Listener]) {
        let (store, workers, painters) = (store, workers, painters)
        for loop in loops {
            loop.start()
            loop.post { loop in
                loop.handler.attach(store, workers, painters: painters)
                listeners.forEach { loop.listen(on: $0) }
            }
        }
        chores.start()
        mail?.start()
        readiness.state = .ready
        let instruments = instruments
        admin?.start(
            AdminAnswers(readiness: readiness) { MetricsPage.text(of: instruments) })
        control?.start(controlDesk)
        watch.start()
        log.write(
            .serverStarted, .address(address), .version(Version.text), .process(getpid()))
    }
}

extension Daemon {
    private static func catalog(
        _ settings: CurrentConfiguration, _ hub: HubActor, _ limiter: RateLimiter,
        _ issuers: any IdentityIssuers, _ vapid: [Vapid]
    ) throws(StartFailure) -> Catalog {
        let common = try RefusedPasswords(program: ProcessSetup.program)
            .load(settings.current.passwords.refused)
        do {
            return try Catalog(
                settings.current, common: common, presence: hub.board, devices: hub.devices,
                push: pushTerms(settings.current, vapid),
                runs: RunFile(in: settings.current.data.folder).memory, issuers: issuers,
                meter: { limiter.wait(of: $0, for: $1, at: LoopClock.now) },
                settings: { settings.features }, limits: { settings.limits })
        } catch {
            throw StartFailure(error.message)
        }
    }

    /// Everything that can be known while the predecessor has the data is right: from here on it
    /// stops.
    private static func relieve(
        _ predecessor: Predecessor?, _ configuration: Configuration, _ catalog: Catalog
    ) throws(StartFailure) {
        guard let predecessor else { return }
        do {
            try DataPlace(configuration.data).look(of: catalog)
        } catch {
            throw StartFailure("\(error)")
        }
        predecessor.sayReady()
    }

    private static func openStore(
        _ configuration: Configuration, _ catalog: Catalog, _ options: StoreOptions,
        waits: Bool
    ) throws(StartFailure) -> DatabaseStore {
        do {
            let store = try DataPlace(configuration.data).open(
                catalog, options, waiting: waits ? Self.patience : .zero)
            try store.begin(catalog.starters.map { WriteJob($0) })
            try RunFile(in: configuration.data.folder).settle()
            return store
        } catch let refusal as Refusal {
            throw StartFailure("cannot begin on the data: \(refusal.message)")
        } catch {
            throw StartFailure("\(error)")
        }
    }

    private static func makeLoops(
        _ configuration: Configuration, _ context: ClientHandler.Context
    ) throws(StartFailure) -> [EventLoop<ClientHandler>] {
        var limits = LoopLimits()
        // Room to answer 503 to those for whom there is no place.
        limits.connectionsMax = configuration.limits.connections + 256
        limits.outboxBytesMax = configuration.limits.outboxBytes
        limits.stallLimit = .seconds(configuration.limits.stallSeconds)
        limits.flushLimit = .seconds(configuration.limits.flushSeconds)
        limits.lingerLimit = .seconds(configuration.limits.lingerSeconds)
        limits.acceptPause = .milliseconds(configuration.listen.pauseMilliseconds)
        limits.setHandshakes(configuration.tls)
        var loops: [EventLoop<ClientHandler>] = []
        do {
            for index in 0..<loopCount(configuration) {
                loops.append(
                    try EventLoop(name: "upfor.loop-\(index)", limits: limits) {
                        ClientHandler(context, index: index)
                    })
            }
        } catch {
            throw StartFailure("cannot make an event loop: \(error)")
        }
        return loops
    }

    /// Longer than any predecessor may take to stop.
    private static let patience = Duration.seconds(Configuration.Drain.secondsMax + 30)

    /// One per core, and one on two cores or fewer, where store and hub need the other.
    private static func loopCount(_ configuration: Configuration) -> Int {
        guard configuration.loops == 0 else { return configuration.loops }
        let cores = Int(SystemCores.count)
        return cores <= 2 ? 1 : cores
    }
}
