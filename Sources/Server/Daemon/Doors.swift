import Administration
import Bus
import EventLoop
import Gateway
import Hub
import Kernel
import Notifications
import Observability
import Outbound
import Settings
import Storage

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
            let bytes = SmallFile.bytes(of: cluster.redisSecret, atMost: 1_024) ?? []
            secret = Array(bytes.prefix { $0 != 10 && $0 != 13 })
            guard !secret.isEmpty else {
                throw StartFailure(
                    "cluster.redisSecret: \(cluster.redisSecret) must have the password in its"
                        + " first line")
            }
        }
        return RedisBus(
            node: node,
            RedisBus.Terms(
                place, secret: secret, trust: try trust(cluster, place), prefix: cluster.channel))
    }
}
