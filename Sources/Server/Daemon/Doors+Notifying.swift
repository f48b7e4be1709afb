import Devices
import Hub
import Kernel
import Notifications
import Observability
import Outbound
import Settings
import Storage
import WebPush
import Wire

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
