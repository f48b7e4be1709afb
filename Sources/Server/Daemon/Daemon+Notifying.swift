import Devices
import Kernel
import Outbound
import Storage
import WebPush
import Wire

extension Daemon {
    /// The server's own key, if push services are asked to notify devices.
    static func vapid(_ configuration: Configuration) throws(StartFailure) -> Vapid? {
        guard configuration.notifiers.webPush else { return nil }
        return Vapid(
            key: try VapidFile(in: configuration.data.folder).key(),
            contact: configuration.notifiers.webPushContact)
    }

    /// What devices may subscribe to.
    static func pushTerms(_ configuration: Configuration, _ vapid: Vapid?) -> PushTerms? {
        vapid.map { PushTerms(key: $0.publicKey, services: configuration.notifiers.pushServices) }
    }

    /// The ways by which notifications leave, if there are any.
    static func desk(
        _ configuration: Configuration, _ vapid: Vapid?, _ hub: Hub, _ store: SQLiteStore,
        _ log: EventLog
    ) throws(StartFailure) -> NotificationDesk? {
        let wanted = configuration.notifiers
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
                    isConnected: { devices.isConnected($0) },
                    forget: { store.write([WriteJob(forgetting: $0)]) }))
        }
        if !wanted.webhook.isEmpty {
            let secret = try secret(in: wanted.webhookSecret)
            add(
                Webhook(url: wanted.webhook, secret: secret, hasTexts: wanted.webhookTexts),
                wanted.webhookTerms)
        }
        if let vapid {
            add(
                WebPushNotifier(vapid: vapid, lifetime: .seconds(wanted.giveUpMinutes * 60)),
                wanted.pushServices)
        }
        guard !couriers.isEmpty else { return nil }
        return NotificationDesk(couriers, noticesMax: wanted.queue, log: log)
    }

    private static func secret(in path: String) throws(StartFailure) -> [UInt8] {
        let bytes = SmallFile.bytes(of: path, atMost: 1_024)
        let secret = (bytes ?? []).prefix { $0 != 10 && $0 != 13 }
        guard secret.count >= 16 else {
            throw StartFailure(
                "notifiers.webhookSecret: \(path) must have at least 16 bytes in its first line")
        }
        return Array(secret)
    }
}

extension Configuration.Notifiers {
    /// Push services are somebody else's, whom a client may choose.
    var pushServices: OutboundTerms {
        OutboundTerms(
            hosts: webPushHosts.split(separator: ",").map { word in
                HostPattern(word.filter { $0 != " " })
            },
            allowsPrivate: webPushPrivate, authoritiesFile: authoritiesFile)
    }

    /// The administrator has chosen the URL: it may be one inside.
    var webhookTerms: OutboundTerms {
        OutboundTerms(
            allowsPlain: isWebhookLocal, allowsPrivate: true, authoritiesFile: authoritiesFile)
    }

    /// Without TLS it goes to this machine alone.
    private var isWebhookLocal: Bool {
        ["127.0.0.1", "localhost", "[::1]"].contains { host in
            webhook.hasPrefix("http://\(host):") || webhook.hasPrefix("http://\(host)/")
        }
    }

    private var authoritiesFile: String? { authorities.isEmpty ? nil : authorities }
}

extension WriteJob {
    /// A push service does not know a subscription any more.
    fileprivate init(forgetting subscription: Subscription) {
        self.init(origin: nil) { (transaction) throws(Refusal) in
            try DevicesFeature.forget(endpoint: subscription.endpoint, in: transaction)
            return .done(Done())
        }
    }
}
