public import Accounts
public import Kernel
public import WebPush
import Wire

/// Z7: the devices that are signed in to an account, and which of them are notified while they are
/// away.
///
/// A device is a name that was given at log-in; what it may do, and what it is sent, hangs on the
/// tokens of those log-ins, and goes with them.
public struct DevicesFeature: Sendable {
    private let devices: DeviceCommands
    private let push: PushCommands

    /// - Parameters:
    ///   - view: which devices are connected.
    ///   - push: nil when devices that are away are not notified.
    public init(view: any DeviceView, push: PushTerms?) {
        devices = DeviceCommands(view: view)
        self.push = PushCommands(terms: push)
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(DeviceSchema.migrations)
        catalog.read(
            Command.deviceList, reply: { .devices($0) },
            next: { body in
                guard case .devices(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, devices.list)
        catalog.writeOnce(
            Command.deviceRevoke, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, devices.revoke)
        catalog.read(Command.pushKeyRead, reply: { .pushKey($0) }, push.key)
        catalog.writeOnce(
            Command.pushSubscribe, reply: { .done($0) }, rate: .settings, push.subscribe)
        catalog.writeOnce(
            Command.pushUnsubscribe, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, push.unsubscribe)
        let notices = NoticeSettingsCommands()
        catalog.read(
            Command.noticeSettingsRead, reply: { .noticeSettings($0) }, notices.read)
        catalog.writeOnce(
            Command.noticeSettingsSet, reply: { .noticeSettings($0) }, rate: .settings,
            notices.set)
        catalog.disclose("notices") { (caller, _, snapshot) throws(Refusal) in
            var record = ExportRecord()
            record.noticeSettings = try NoticeSettings.of(caller.user, in: snapshot)
            return ([record], nil)
        }
        // The devices themselves are log-ins: accounts forget those, and these with them.
        catalog.onErase { (departed, transaction) throws(Refusal) in
            try transaction.run(
                """
                DELETE FROM push_subscription
                WHERE token_id IN (SELECT id FROM token WHERE user_id = \(departed.user))
                """)
            try transaction.run(
                "DELETE FROM notice_settings WHERE user_id = \(departed.user)")
            return true
        }
        let devices = devices
        catalog.disclose("devices") { (caller, after, snapshot) throws(Refusal) in
            var command = DeviceList()
            command.after = after
            let list = try devices.list(command, caller, snapshot)
            let records = list.devices.map { device in
                var record = ExportRecord()
                record.device = device
                return record
            }
            return (records, list.next.isEmpty ? nil : list.next)
        }
        catalog.disclose("subscriptions") { (caller, after, snapshot) throws(Refusal) in
            let page = try snapshot.all(
                .keptSubscriptions(
                    of: caller.user, before: try Bookmark.place(in: after, in: snapshot) ?? .max))
            let isFull = page.count == KeptSubscription.pageCount
            guard isFull, let last = page.last else { return (page.map(\.record), nil) }
            return (page.map(\.record), try Bookmark.text(at: last.token, in: snapshot))
        }
    }

    /// The push subscriptions of a user's devices.
    public static func subscriptions(
        of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> [Subscription] {
        try snapshot.all(.subscriptions(of: user, at: snapshot.now)).compactMap { $0 }
    }

    /// What accounts know of subscriptions: which there are, and how they go.
    public static var ofAccounts: DeviceSubscriptions {
        let list: @Sendable (User.ID, Snapshot) throws(Refusal) -> [DeviceSubscriptions.Entry] = {
            (user, snapshot) throws(Refusal) in
            try snapshot.all(.keptSubscriptions(of: user, before: .max, limit: 1_000)).map { kept in
                let subscription = kept.record.subscription
                let place = subscription.endpoint.split(separator: "/").dropFirst().first
                return (subscription.device, place.map(String.init) ?? "")
            }
        }
        return DeviceSubscriptions(
            list: list,
            drop: { (user, transaction) throws(Refusal) in
                try transaction.run(
                    """
                    DELETE FROM push_subscription
                    WHERE token_id IN (SELECT id FROM token WHERE user_id = \(user))
                    """)
            })
    }

    /// A push service does not know a subscription any longer.
    public static func forget(
        endpoint: String, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run("DELETE FROM push_subscription WHERE endpoint = \(endpoint)")
    }
}

extension DevicesFeature: Feature {
    /// What it is called in the settings.
    public static let name = "devices"
}
