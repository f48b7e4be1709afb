import Administration
import Bus
import Devices
import EventLoop
import Gateway
import Hub
import Kernel
import Notifications
import Observability
import Outbound
import Settings
import Storage
import Synchronization
import WebPush
import Wire

/// Where a daemon that has its data meets others: clients and administrators come in, notifications
/// and letters leave.
struct Doors {
    let listeners: [Listener]
    /// Hands notifications to those that carry them; nil: none are sent.
    let desk: NotificationDesk?
    /// Carries letters to the mail server; nil: none are sent.
    let mail: MailCourier?
    /// Where orders are taken; nil: nowhere.
    let control: ControlDoor?
    /// To other nodes; nil: there are none, or they are known by the data alone.
    let bus: (any HubBus)?

    /// - Throws: when one of them cannot be opened.
    init(_ bootstrap: Bootstrap, _ store: DatabaseStore) throws(StartFailure) {
        let configuration = bootstrap.settings.current
        bus = try Self.bus(configuration.cluster, node: store.nodeNumber)
        control = try ControlDoor.open(configuration, bootstrap.log, bootstrap.context.traces)
        desk = try Self.desk(
            configuration, bootstrap.vapid, bootstrap.hub, store, bootstrap.catalog.events,
            bootstrap.log)
        mail = try MailCourier.begin(configuration.mail, store, bootstrap.log)
        listeners =
            bootstrap.inherited.isEmpty
            ? try Bootstrap.bind(bootstrap.entrances, configuration.listen) : bootstrap.inherited
    }

    private static func trust(
        _ cluster: Configuration.Cluster, _ place: RedisPlace
    ) throws(StartFailure) -> TLSTrust? {
        guard place.isEncrypted else { return nil }
        do throws(TLSError) {
            let file = cluster.redisAuthorities
            return try file.isEmpty ? .system() : TLSTrust(file: file)
        } catch {
            throw StartFailure("cluster.redisAuthorities: \(error)")
        }
    }

    private static func bus(
        _ cluster: Configuration.Cluster, node: Int?
    ) throws(StartFailure) -> (any HubBus)? {
        guard let node, let place = RedisPlace(cluster.redis) else { return nil }
        var secret: [UInt8] = []
        if !cluster.redisSecret.isEmpty {
            secret = try FirstLine.read(
                cluster.redisSecret, of: "cluster.redisSecret", "password")
        }
        return RedisBus(
            node: node,
            RedisBus.Terms(
                place, secret: secret, trust: try trust(cluster, place), prefix: cluster.channel))
    }
}

extension Doors {
    /// The ways by which notifications leave, if there are any.
    static func desk(
        _ configuration: Configuration, _ vapid: [Vapid], _ hub: HubActor, _ store: DatabaseStore,
        _ events: Events, _ log: EventLog
    ) throws(StartFailure) -> NotificationDesk? {
        let wanted = configuration.notifiers
        let authorities = try Authorities.read(wanted.authorities, of: "notifiers")
        var couriers: [Courier] = []
        func add(_ notifier: any Notifier, _ terms: OutboundTerms) {
            let client = OutboundClient(
                label: "upfor.\(notifier.name)", terms, workerCount: Courier.workerCount,
                waitingMax: Courier.workerCount)
            let devices = hub.devices
            couriers.append(
                Courier(
                    notifier, client: client, queue: LetterQueue(countMax: wanted.queue),
                    delay: .milliseconds(wanted.delayMilliseconds),
                    patience: .seconds(wanted.giveUpMinutes * 60), log: log,
                    isBack: { devices.isBack($0, since: $1) },
                    revise: { letter, answer in
                        store.read([ReadJob(revising: letter, by: events, answer)])
                    },
                    forget: { subscription in
                        store.write([
                            WriteJob { (transaction) throws(Refusal) in
                                try DevicesFeature.forget(
                                    endpoint: subscription.endpoint, in: transaction)
                            }
                        ])
                    }))
        }
        if !wanted.webhook.isEmpty {
            var secrets = [try secret(in: wanted.webhookSecret, of: "webhookSecret")]
            if !wanted.webhookOtherSecret.isEmpty {
                secrets.append(
                    try secret(in: wanted.webhookOtherSecret, of: "webhookOtherSecret"))
            }
            add(
                Webhook(url: wanted.webhook, secrets: secrets, hasTexts: wanted.webhookTexts),
                wanted.webhookTerms(authorities))
        }
        if !vapid.isEmpty {
            let services = wanted.pushServices(authorities)
            add(
                WebPushNotifier(
                    signers: vapid, services: services,
                    lifetime: .seconds(wanted.giveUpMinutes * 60)),
                services)
        }
        guard !couriers.isEmpty else { return nil }
        return NotificationDesk(couriers, noticesMax: wanted.queue, events, log: log)
    }

    private static func secret(
        in path: String, of key: String
    ) throws(StartFailure) -> [UInt8] {
        let bytes = SmallFile.bytes(of: path, atMost: 1_024)
        let secret = (bytes ?? []).prefix { $0 != 10 && $0 != 13 }
        guard secret.count >= 16 else {
            throw StartFailure(
                "notifiers.\(key): \(path) must have at least 16 bytes in its first line")
        }
        return Array(secret)
    }
}

extension ReadJob {
    /// Looks up the state of a letter.
    fileprivate init(
        revising letter: Letter, by events: Events,
        _ answer: @escaping @Sendable (Revision) -> Void
    ) {
        self.init(owner: .user(letter.user)) { (snapshot) throws(Refusal) in
            try letter.revised(by: events, in: snapshot).map { .stands($0) } ?? .settled
        } then: { (result: Result<Revision, Refusal>) in
            answer((try? result.get()) ?? .unknown)
        }
    }
}

/// One socket that the settings ask for.
struct Entrance {
    /// On the host of the settings; 0 lets the system choose.
    let port: Int
    let security: ListenerSecurity

    /// What the socket is called when it is handed over.
    var name: String { security.socketName }

    /// The entrances that the settings ask for: a plain one, one for TLS, or one for both.
    ///
    /// - Parameter credentials: nil for no TLS.
    static func all(
        _ configuration: Configuration, _ credentials: TLSCredentials?
    ) -> [Entrance] {
        let (listen, tls) = (configuration.listen, configuration.tls)
        guard let credentials else { return [Entrance(port: listen.port, security: .plain)] }
        let encrypted = Entrance(port: tls.port, security: .tls(credentials))
        guard listen.plain != .never else { return [encrypted] }
        // Two zeros are two ports of the system's choice.
        guard tls.port != listen.port || tls.port == 0 else {
            return [Entrance(port: listen.port, security: .either(credentials))]
        }
        return [Entrance(port: listen.port, security: .plain), encrypted]
    }
}

extension ListenerSecurity {
    var socketName: String {
        switch self {
        case .plain, .either: "upford"
        case .tls: "upford-tls"
        }
    }

    /// Whether plain connections are accepted.
    var admitsPlain: Bool {
        switch self {
        case .plain, .either: true
        case .tls: false
        }
    }
}

/// The settings that are in force.
final class CurrentConfiguration: Sendable {
    private let value: Mutex<Configuration>

    init(_ configuration: Configuration) {
        value = Mutex(configuration)
    }

    var current: Configuration {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }

    var features: SettingValues { value.withLock { $0.features } }
    /// The origins at which the page is opened, as they are now.
    var pageOrigins: [String] { value.withLock { $0.pageOrigins } }

    var limits: Configuration.Limits { value.withLock { $0.limits } }
}
