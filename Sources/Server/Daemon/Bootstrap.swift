import Accounts
import Administration
import Devices
import EventLoop
import Friends
import Gateway
import Hub
import Kernel
import Notifications
import Observability
import Outbound
import Sessions
import Settings
import SettingsFile
import Speech
import Storage
import WebPush
import Words

/// All of a daemon that is made and checked before its data is opened. While a predecessor has the
/// data, it goes on serving meanwhile.
struct Bootstrap {
    let settings: CurrentConfiguration
    let readiness: Readiness
    let log: EventLog
    let commands = CommandMeter()
    let storeMeter = StoreMeter()
    let speechMeter = SpeechMeter()
    /// Dictionaries, a voice and an ear.
    let words: WordTerms
    let hub: HubActor
    /// How far the hub knows what other nodes have committed.
    let horizon = NodeHorizon()
    let limiter: RateLimiter
    /// The server's own keys for push services.
    let vapid: [Vapid]
    let issuers: any IdentityIssuers
    /// The bytes of users' files.
    let files: any FileStore
    let catalog: Catalog
    let credentials: TLSCredentials?
    /// Where clients are to come in, and those sockets for it that the process was left.
    let entrances: [Entrance]
    let inherited: [Listener]
    let admin: AdminDoor?
    /// What the loops' handlers share.
    let context: ClientHandler.Context
    let loops: [EventLoop<ClientHandler>]

    /// - Throws: when the settings, or a file that they name, are no good; nothing is left behind.
    init(
        _ configuration: Configuration, _ inheritance: Inheritance, _ readiness: Readiness,
        _ log: EventLog, _ makeIssuers: IssuersMaker?, _ programs: SpeechPrograms
    ) throws(StartFailure) {
        (self.readiness, self.log) = (readiness, log)
        settings = CurrentConfiguration(configuration)
        let meters = (0..<Self.loopCount(configuration)).map { _ in ClientMeter() }
        var core = HubCore(configuration, loopCount: meters.count, log: log, commands: commands)
        if configuration.cluster.isOn { core.share(horizon) }
        hub = HubActor(core)
        hub.meter.usage.begin(with: configuration.activities.map(\.name))
        limiter = RateLimiter(configuration.rates, of: Rate.all)
        vapid = try Self.vapid(configuration)
        issuers = try Self.issuers(configuration, makeIssuers, log)
        words = InstalledWords(configuration).terms(log, speechMeter, programs)
        files = LoggedFiles(files: try DataPlace.files(configuration.data, log), log: log)
        catalog = try Self.catalog(settings, files, hub, limiter, issuers, vapid, words, log)
        let page = try InstalledPage(configuration, hasPush: !vapid.isEmpty).files(
            besides: HTTPRoute.router(of: catalog, root: configuration.http.root.rawValue), log)
        credentials = try Daemon.credentials(configuration.tls, log)
        entrances = Entrance.all(configuration, credentials)
        let sockets = inheritance.parted
        inherited = try Self.adopt(sockets.clients, for: entrances, configuration.listen)
        admin = try AdminDoor.open(configuration.admin, inheriting: sockets.admin)
        context = ClientHandler.Context(
            settings: ClientSettings(configuration), census: ConnectionCensus(),
            sessionContext: SessionContext(
                catalog, configuration.limits, root: configuration.http.root.rawValue,
                page: page, descriptions: ServerDescription.served(catalog, configuration),
                limiter: limiter, eras: core.eras, log: log, commands: commands),
            hub: hub, log: log, readiness: readiness,
            uploads: UploadGate(), traces: Traces(), meters: meters)
        loops = try Self.makeLoops(configuration, context)
    }

    private static func catalog(
        _ settings: CurrentConfiguration, _ files: any FileStore, _ hub: HubActor,
        _ limiter: RateLimiter, _ issuers: any IdentityIssuers, _ vapid: [Vapid],
        _ words: WordTerms, _ log: EventLog
    ) throws(StartFailure) -> Catalog {
        let media = InstalledMedia.queue(log, try settings.current.media())
        let common = try RefusedPasswords(program: ProcessSetup.program)
            .load(settings.current.passwords.refused)
        do {
            return try Catalog(
                settings.current, files: files, common: common, presence: hub.board,
                devices: hub.devices,
                push: pushTerms(settings.current, vapid),
                runs: runMemory(settings.current), issuers: issuers,
                words: words, media: media,
                meter: { limiter.wait(of: $0, for: $1, at: LoopClock.now) },
                mistook: { limiter.exchange(.requests, for: .lookups, of: $0, at: LoopClock.now) },
                settings: { settings.features }, origins: { settings.pageOrigins },
                limits: { settings.limits })
        } catch {
            throw StartFailure(error.message)
        }
    }

    private static func runMemory(_ configuration: Configuration) -> RunMemory? {
        let file = RunFile(in: configuration.data.folder)
        return configuration.cluster.isOn ? file.sharedMemory : file.memory
    }

    /// The server's own keys, the newest first, if push services are asked to notify devices.
    private static func vapid(_ configuration: Configuration) throws(StartFailure) -> [Vapid] {
        guard configuration.notifiers.webPush else { return [] }
        return try VapidFile(in: configuration.data.folder).keys().map { key in
            Vapid(key: key, contact: configuration.notifiers.webPushContact)
        }
    }

    /// The terms on which devices may subscribe to push services.
    private static func pushTerms(_ configuration: Configuration, _ vapid: [Vapid]) -> PushTerms? {
        vapid.first.map { newest in
            PushTerms(key: newest.publicKey, services: configuration.notifiers.pushServices())
        }
    }

    private static func makeLoops(
        _ configuration: Configuration, _ context: ClientHandler.Context
    ) throws(StartFailure) -> [EventLoop<ClientHandler>] {
        var limits = LoopLimits()
        // Room to answer 503 to clients for which there is no place.
        limits.connectionsMax = configuration.limits.connections + 256
        limits.outboxBytesMax = configuration.limits.outboxBytes
        limits.heldBytesMax = configuration.limits.heldBytes / max(1, context.meters.count)
        limits.stallLimit = .seconds(configuration.limits.stallSeconds)
        limits.flushLimit = .seconds(configuration.limits.flushSeconds)
        limits.lingerLimit = .seconds(configuration.limits.lingerSeconds)
        limits.acceptPause = .milliseconds(configuration.listen.pauseMilliseconds)
        limits.setHandshakes(configuration.tls)
        var loops: [EventLoop<ClientHandler>] = []
        do {
            for index in context.meters.indices {
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

    /// One per core, and one on two cores or fewer, where store and hub need the other.
    private static func loopCount(_ configuration: Configuration) -> Int {
        guard configuration.loops == 0 else { return configuration.loops }
        let cores = Int(SystemCores.count)
        return cores <= 2 ? 1 : cores
    }
}

/// The way to the data.
extension Bootstrap {
    /// Longer than any predecessor may take to stop.
    private static let patience = Duration.seconds(Configuration.Drain.secondsMax + 30)

    /// Asks a predecessor to stop, if all that can be checked while it has the data is right.
    func relieve(_ predecessor: Predecessor?) throws(StartFailure) {
        guard let predecessor else { return }
        do {
            try DataPlace(settings.current.data).look(of: catalog)
        } catch {
            throw StartFailure("\(error)")
        }
        predecessor.sayReady()
    }

    /// Opens the data, and does what features do at each start.
    ///
    /// - Parameter waits: whether a predecessor may still have the data.
    func openStore(
        waits: Bool, _ whenBroken: @escaping @Sendable () -> Void
    ) throws(StartFailure) -> DatabaseStore {
        let configuration = settings.current
        do {
            let store = try DataPlace(configuration.data).open(
                catalog,
                Daemon.options(configuration, hub, storeMeter, log, horizon: horizon, whenBroken),
                waiting: waits ? Self.patience : .zero)
            try files.begin()
            for preparation in catalog.preparations { try store.begin(untilDone: preparation) }
            try store.begin(catalog.starters.map { WriteJob($0) })
            let runs = RunFile(in: configuration.data.folder)
            configuration.cluster.isOn ? runs.settleShared() : try runs.memory.settle()
            return store
        } catch let refusal as Refusal {
            throw StartFailure("cannot begin on the data: \(refusal.message)")
        } catch {
            throw StartFailure("\(error)")
        }
    }
}

extension Bootstrap {
    /// The issuers of the configuration. Keys behind a URL are fetched by a thread of each issuer;
    /// those of a file have to be there.
    static func issuers(
        _ configuration: Configuration, _ make: IssuersMaker?, _ log: EventLog
    ) throws(StartFailure) -> any IdentityIssuers {
        let terms = configuration.identities.map(IssuerTerms.init)
        guard !terms.isEmpty else { return NoIssuers() }
        guard let make else {
            throw StartFailure("identities: this program cannot verify ID tokens")
        }
        var clients: [String: OutboundClient] = [:]
        for identity in configuration.identities where identity.fetchesKeys {
            let authorities = try Authorities.read(identity.authorities, of: "identities")
            clients[identity.name] = identity.client(authorities)
        }
        let issuers = make(
            terms, { Moment(unixMilliseconds: SystemClock.milliseconds()) },
            { [clients] terms, url, take in
                fetch(url, by: clients[terms.name]) { answer in
                    let (hasKeys, resume) = take(answer.keys)
                    if !hasKeys {
                        log.write(.identityKeysRefused, .reason("\(terms.name): \(answer.flaw)"))
                    }
                    resume()
                }
            })
        if let name = issuers.reload().first {
            throw StartFailure("identities: no keys that can be used in the file of \(name)")
        }
        return issuers
    }

    private static func fetch(
        _ url: String, by client: OutboundClient?,
        _ completion: @escaping OutboundClient.Completion
    ) {
        guard let client, client.send(OutboundRequest(.get, url), completion) else {
            return completion(.failure(.stopped))
        }
    }
}

extension Result<OutboundResponse, OutboundFailure> {
    /// The body that should be keys; nil: there is none.
    fileprivate var keys: [UInt8]? {
        guard case .success(let response) = self, response.status == 200 else { return nil }
        return response.body
    }

    /// Why there are no keys.
    fileprivate var flaw: String {
        switch self {
        case .success(let response) where response.status == 200:
            "no usable keys in the response"
        case .success(let response): "status \(response.status)"
        case .failure(let failure): "\(failure)"
        }
    }
}

extension Configuration.Identity {
    fileprivate func client(_ authorities: [UInt8]?) -> OutboundClient {
        var terms = outboundTerms
        terms.authorities = authorities
        // Log-ins wait for it.
        (terms.connectTimeout, terms.timeout) = (.seconds(3), .seconds(5))
        return OutboundClient(label: "upfor.identities", terms)
    }
}

extension IssuerTerms {
    fileprivate init(_ identity: Configuration.Identity) {
        self.init(
            name: identity.name, issuer: identity.issuer, clientID: identity.clientID,
            keys: identity.fetchesKeys ? .url(identity.keys) : .file(identity.keys))
    }
}

extension Bootstrap {
    /// Takes over the sockets that the process was left; empty when there are none.
    ///
    /// - Throws: when one of them is not what it should be, or not what the settings ask for.
    static func adopt(
        _ sockets: [Inheritance.Socket], for entrances: [Entrance],
        _ listen: Configuration.Listen
    ) throws(StartFailure) -> [Listener] {
        guard !sockets.isEmpty else { return [] }
        // A service manager that hands over one socket need not know its name.
        let isOne = sockets.count == 1 && entrances.count == 1
        let (got, wanted) = (sockets.map(\.name), entrances.map(\.name))
        guard isOne || Set(got) == Set(wanted) else {
            throw StartFailure(
                "sockets called \(got.joined(separator: ", ")) were handed over: expected"
                    + " \(wanted.joined(separator: ", "))")
        }
        // There may be several for one entrance: one for IPv4 and one for IPv6.
        var listeners: [Listener] = []
        for entrance in entrances {
            for socket in sockets where isOne || socket.name == entrance.name {
                listeners.append(try adopt(socket, as: entrance.security, listen))
            }
        }
        return listeners
    }

    private static func adopt(
        _ socket: Inheritance.Socket, as security: ListenerSecurity,
        _ listen: Configuration.Listen
    ) throws(StartFailure) -> Listener {
        let listener: Listener
        do {
            listener = try Listener(
                adopting: socket.number, options: ListenerOptions(listen, security))
        } catch {
            throw StartFailure("cannot listen on descriptor \(socket.number): \(error)")
        }
        guard listen.plain == .always || !security.admitsPlain || listener.address.isLoopback
        else {
            throw StartFailure(
                "the socket on \(listener.address) was handed over for plain connections: set"
                    + " listen.plain to always to accept that others can read them")
        }
        return listener
    }

    /// Binds what the settings ask for.
    static func bind(
        _ entrances: [Entrance], _ listen: Configuration.Listen
    ) throws(StartFailure) -> [Listener] {
        var listeners: [Listener] = []
        for entrance in entrances {
            do {
                listeners.append(
                    try Listener(
                        host: listen.host, port: UInt16(clamping: entrance.port),
                        options: ListenerOptions(listen, entrance.security)))
            } catch {
                throw StartFailure("cannot listen on \(listen.host):\(entrance.port): \(error)")
            }
        }
        return listeners
    }
}

extension ListenerOptions {
    fileprivate init(_ listen: Configuration.Listen, _ security: ListenerSecurity) {
        self.init()
        self.security = security
        kernelSendBytes = Int32(clamping: listen.kernelSendBytes)
        userTimeoutMilliseconds = Int32(clamping: listen.unacknowledgedSeconds * 1000)
    }
}
