import Devices
import Glibc
import Kernel
import Outbound
import Storage
import WebPush
import Wire

extension Daemon {
    /// The server's own keys, the newest first, if push services are asked to notify devices.
    static func vapid(_ configuration: Configuration) throws(StartFailure) -> [Vapid] {
        guard configuration.notifiers.webPush else { return [] }
        return try VapidFile(in: configuration.data.folder).keys().map { key in
            Vapid(key: key, contact: configuration.notifiers.webPushContact)
        }
    }

    /// What devices may subscribe to.
    static func pushTerms(_ configuration: Configuration, _ vapid: [Vapid]) -> PushTerms? {
        vapid.first.map { newest in
            PushTerms(key: newest.publicKey, services: configuration.notifiers.pushServices())
        }
    }

    /// The ways by which notifications leave, if there are any.
    static func desk(
        _ configuration: Configuration, _ vapid: [Vapid], _ hub: Hub, _ store: DatabaseStore,
        _ events: Events, _ log: EventLog
    ) throws(StartFailure) -> NotificationDesk? {
        let wanted = configuration.notifiers
        let authorities = try authorities(in: wanted.authorities, of: "notifiers")
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

    /// Read once: the file may change, or go, while the daemon runs.
    static func authorities(
        in path: String, of part: String
    ) throws(StartFailure) -> [UInt8]? {
        guard !path.isEmpty else { return nil }
        guard let bytes = SmallFile.bytes(of: path, atMost: 1 << 20) else {
            throw StartFailure(
                "\(part).authorities: cannot read \(path): \(String(cString: strerror(errno)))")
        }
        guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
            throw StartFailure("\(part).authorities: \(path) has no certificate in PEM format")
        }
        return bytes
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

extension Configuration.Notifiers {
    /// Push services are somebody else's, whom a client may choose.
    func pushServices(_ authorities: [UInt8]? = nil) -> OutboundTerms {
        OutboundTerms(
            hosts: webPushHosts.split(separator: ",").map { word in
                HostPattern(word.filter { $0 != " " })
            },
            // A port where nobody answers would take a thread for seconds at every attempt.
            allowsPrivate: webPushPrivate, allowsAnyPort: webPushPrivate, authorities: authorities)
    }

    /// The administrator has chosen the URL: it may be one inside.
    func webhookTerms(_ authorities: [UInt8]? = nil) -> OutboundTerms {
        OutboundTerms(
            allowsPlain: isWebhookLocal, allowsPrivate: true, authorities: authorities)
    }

    /// Without TLS it goes to this machine alone.
    private var isWebhookLocal: Bool {
        ["127.0.0.1", "localhost", "[::1]"].contains { host in
            webhook.hasPrefix("http://\(host):") || webhook.hasPrefix("http://\(host)/")
        }
    }
}

extension ReadJob {
    /// A look at what has become of a letter.
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
