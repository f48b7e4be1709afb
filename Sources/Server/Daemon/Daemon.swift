public import Accounts
import Administration
import Dispatch
import EventLoop
public import Gateway
import Glibc
import Hub
import Kernel
import Metering
import Notifications
public import Observability
public import Settings
public import SettingsFile
public import Speech
import Storage
import Synchronization
import Words

/// One running server: its listener, loops, hub, store and workers, from start to stop.
public final class Daemon: Sendable {
    let loops: [EventLoop<ClientHandler>]
    let hub: HubActor
    let store: DatabaseStore
    let workers: Workers
    /// Those for pictures.
    let fileWorkers: Workers
    let chores: Chores
    let fileSweep: FileSweep
    /// Of one of several nodes; nil: there are no others.
    let leases: NodeLeases?
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
    /// The door for monitors; nil: none.
    let admin: AdminDoor?
    /// The users whom administrators follow.
    let traces: Traces
    /// The door for orders; nil: none.
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
    /// A predecessor is asked to stop once everything but the data is there, loops and their
    /// descriptors too. Then its data is waited for.
    ///
    /// - Parameters:
    ///   - makeIssuers: makes what verifies the ID tokens of the configuration's issuers; nil:
    ///     there may be none.
    ///   - programs: the programs that speak and listen.
    ///   - whenBroken: ends the process, because its disk has failed: no client is answered any
    ///     more. Called on the store's queue, once, after the event was written.
    ///   - whenDrained: sees to it that the daemon is stopped: an administrator has ordered it.
    /// - Throws: ``StartFailure`` with one line for the administrator; nothing is left behind.
    public init(
        _ configuration: Configuration, inheriting inheritance: Inheritance = Inheritance(),
        log: EventLog, issuers makeIssuers: IssuersMaker? = nil,
        programs: SpeechPrograms = .installed(),
        whenBroken: @escaping @Sendable () -> Void = {},
        whenDrained: @escaping @Sendable () -> Void = {}
    ) throws(StartFailure) {
        (self.log, self.whenDrained) = (log, whenDrained)
        let bootstrap = try Bootstrap(
            configuration, inheritance, readiness, log, makeIssuers, programs)
        try bootstrap.relieve(inheritance.predecessor)
        let store = try bootstrap.openStore(waits: inheritance.predecessor != nil, whenBroken)
        let doors: Doors
        do {
            doors = try Doors(bootstrap, store)
        } catch {
            store.close()
            throw error
        }
        (settings, limiter, issuers) = (bootstrap.settings, bootstrap.limiter, bootstrap.issuers)
        (loops, hub, traces) = (bootstrap.loops, bootstrap.hub, bootstrap.context.traces)
        (admin, credentials) = (bootstrap.admin, bootstrap.credentials)
        (desk, mail, control) = (doors.desk, doors.mail, doors.control)
        listeners = Mutex(doors.listeners)
        let first = doors.listeners[0]
        (address, port) = (first.address.description, first.port)
        addresses = Self.addresses(of: doors.listeners)
        self.store = store
        (workers, fileWorkers) = Self.makeWorkers(configuration, store, hub)
        leases = Self.makeLeases(bootstrap, store)
        hub.attach(
            store: store, loops: loops, bootstrap.catalog.events, desk: desk, bus: doors.bus,
            node: store.nodeNumber)
        instruments = Self.instruments(bootstrap, doors, store, workers, fileWorkers)
        watch = Watch(instruments, loops, hub, statSeconds: configuration.log.statSeconds)
        chores = Chores(
            bootstrap.catalog.chores + [leases?.pruning].compactMap(\.self), store: store,
            leases: leases)
        fileSweep = FileSweep(bootstrap.files, store: store)
        (stoppers, adminVerbs) = (bootstrap.catalog.stoppers, bootstrap.catalog.adminVerbs)
        begin(on: doors.listeners)
    }

    private static func makeLeases(_ bootstrap: Bootstrap, _ store: DatabaseStore) -> NodeLeases? {
        let meters = bootstrap.loops.map(\.meter)
        let (hub, limiter) = (bootstrap.hub, bootstrap.limiter)
        return store.nodeNumber.map { number in
            NodeLeases(
                node: number, store: store, meter: hub.meter.nodes, log: bootstrap.log,
                load: {
                    NodeLeases.Load(
                        connections: meters.reduce(0) { $0 + $1.connections.current },
                        sessions: hub.meter.sessions.current)
                },
                whenCounted: { limiter.share(among: $0) })
        }
    }

    private static func makeWorkers(
        _ configuration: Configuration, _ store: DatabaseStore, _ hub: HubActor
    ) -> (passwords: Workers, files: Workers) {
        let passwords = Workers(
            count: configuration.passwords.workers, waitingMax: configuration.passwords.queue,
            store: store, sink: { hub.completed($0) })
        // One at a time, for the memory that its pixels take; 16 MiB of files wait.
        let files = Workers(
            count: 1, waitingMax: 16, store: store, sink: { hub.completed($0) }, name: "files",
            busy: .filesBusy)
        return (passwords, files)
    }

    private static func instruments(
        _ bootstrap: Bootstrap, _ doors: Doors, _ store: DatabaseStore, _ hashers: Workers,
        _ fileWorkers: Workers
    ) -> Instruments {
        let (credentials, words) = (bootstrap.credentials, bootstrap.words)
        return Instruments(
            loops: bootstrap.loops.map(\.meter), clients: bootstrap.context.meters,
            hub: bootstrap.hub.meter, commands: bootstrap.commands,
            commandNames: bootstrap.catalog.countedNames, store: bootstrap.storeMeter,
            notifiers: (doors.desk?.meters ?? []) + [doors.mail?.meter].compactMap(\.self),
            speech: bootstrap.speechMeter, log: bootstrap.log, readiness: bootstrap.readiness,
            storeQueue: {
                let (writes, reads) = store.waitingCounts
                return .init(writes: writes, reads: reads)
            },
            workersQueue: {
                [
                    ("passwords", hashers.waitingCount), ("pictures", fileWorkers.waitingCount),
                    ("words", words.pronouncer?.busyCount ?? 0),
                    ("recordings", words.judge?.busyCount ?? 0),
                ]
            },
            certificateExpiry: { Int(clamping: credentials?.expirySeconds ?? 0) })
    }

    /// From here on connections are accepted.
    private func begin(on listeners: [Listener]) {
        let (store, workers, fileWorkers) = (store, workers, fileWorkers)
        for loop in loops {
            loop.start()
            loop.post { loop in
                loop.handler.attach(store, workers, fileWorkers: fileWorkers)
                listeners.forEach { loop.listen(on: $0) }
            }
        }
        leases?.start()
        chores.start()
        fileSweep.start()
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
    /// Reads the keys of issuers again. A file without keys is refused, and those from before stay.
    func reloadIdentities() {
        for name in issuers.reload() {
            log.write(
                .identityKeysRefused,
                .reason("\(name): no keys that can be used in its file"))
        }
    }
}

extension Daemon {
    /// The Unix socket where orders are taken; nil: nowhere.
    public var adminSocket: String? { control?.path }

    /// Carries out what administrators order.
    var controlDesk: ControlDesk {
        let queue = DispatchQueue(label: "upfor.control", qos: .utility)
        let node = settings.current.cluster.node
        var deeds = ControlDesk.deeds(
            of: hub, store.nodeNumber == nil ? nil : store, on: queue)
        deeds["sessions"] = ControlDesk.sessions(of: hub, store, on: queue)
        deeds["status"] = ControlDesk.status(
            instruments, hub, addresses, node: node, on: queue)
        deeds["nodes"] = ControlDesk.nodes(of: store.nodeNumber, in: store)
        deeds["trace"] = ControlDesk.trace(on: store)
        deeds["drain"] = ControlDesk.drain(instruments, whenDrained)
        for verb in adminVerbs { deeds[verb.name] = ControlDesk.deed(verb, on: store) }
        return ControlDesk(deeds, on: queue, log: log)
    }
}

extension Daemon {
    /// The sockets to hand to a successor; none once the daemon stops.
    public var sockets: [Inheritance.Socket] {
        let clients = listeners.withLock { listeners in
            listeners.map {
                Inheritance.Socket(name: $0.security.socketName, number: $0.descriptorNumber)
            }
        }
        return clients.isEmpty ? [] : clients + (admin?.sockets ?? [])
    }

    /// Where clients connect: the addresses of its WebSocket, plain before TLS.
    static func addresses(of listeners: [Listener]) -> [String] {
        listeners.flatMap { listener in
            let schemes =
                switch listener.security {
                case .plain: ["ws"]
                case .either: ["ws", "wss"]
                case .tls: ["wss"]
                }
            return schemes.map { "\($0)://\(listener.address)\(HTTPRoute.socketPath)" }
        }
    }
}

extension Daemon {
    /// Takes over the settings that can change while the daemon serves: they hold for everything
    /// that happens from now on, on connections that are open already too.
    ///
    /// - Parameter wanted: settings without problems.
    /// - Returns: what has changed, and what waits for a restart.
    /// - Throws: when the settings that can change contradict those that cannot; nothing changes.
    @discardableResult
    public func reload(
        _ wanted: Configuration
    ) throws(ConfigurationErrors) -> ConfigurationChange {
        let (next, change) = settings.current.taking(wanted)
        guard next.problems.isEmpty else { throw ConfigurationErrors(problems: next.problems) }
        settings.current = next
        log.level = next.log.level
        log.addresses = next.log.addresses
        workers.allow(waiting: next.passwords.queue)
        let forHub = HubTerms(next)
        hub.post { core, _ in core.terms = forHub }
        limiter.change(to: next.rates)
        let forClients = ClientSettings(next)
        let limits = next.limits
        for loop in loops {
            loop.post { loop in loop.handler.take(forClients, limits) }
        }
        return change
    }

    /// Reads again the files that others renew: certificate, key, and keys of issuers. Which files
    /// that are is known since the start, so that settings that are no good keep none from being
    /// renewed. What is no good is refused, and what was there before stays.
    public func renew() {
        reloadCredentials()
        reloadIdentities()
        mail?.renew()
    }
}

extension Daemon {
    private static let secondsOfDay: Int64 = 86_400

    /// Reads certificate and key; nil when the settings ask for no TLS.
    static func credentials(
        _ tls: Configuration.TLS, _ log: EventLog
    ) throws(StartFailure) -> TLSCredentials? {
        guard tls.isOn else { return nil }
        do {
            let credentials = try TLSCredentials(certificateFile: tls.certificate, keyFile: tls.key)
            report(credentials, to: log)
            return credentials
        } catch {
            throw StartFailure(error.description)
        }
    }

    /// Reads again what proves who we are. A pair that is no good is refused: the old one stays.
    func reloadCredentials() {
        guard let credentials else { return }
        do {
            try credentials.reload()
            Self.report(credentials, to: log)
        } catch {
            log.write(
                .credentialsRefused, .path(credentials.certificateFile),
                .reason(error.description))
        }
    }

    private static func report(_ credentials: TLSCredentials, to log: EventLog) {
        let seconds = credentials.expirySeconds - SystemClock.milliseconds() / 1000
        log.write(
            .credentialsLoaded, .path(credentials.certificateFile),
            .count(Int(clamping: seconds / secondsOfDay)))
        if credentials.keyIsReadableByOthers {
            log.write(.credentialsExposed, .path(credentials.keyFile))
        }
    }
}

extension LoopLimits {
    /// Takes over what is set for TLS.
    mutating func setHandshakes(_ tls: Configuration.TLS) {
        handshakeLimit = .seconds(tls.handshakeSeconds)
        handshakePatience = .milliseconds(tls.patienceMilliseconds)
        handshakesMax = tls.handshakes
        handshakesPerNetworkMax = tls.handshakesPerAddress
        postHandshakeMax = tls.postHandshakeMessages
    }
}
