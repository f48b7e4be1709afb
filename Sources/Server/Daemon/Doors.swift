import Administration
import EventLoop
import Gateway
import Kernel
import Notifications
import Observability
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

    /// - Throws: when one of them cannot be opened.
    init(_ ground: Groundwork, _ store: DatabaseStore) throws(StartFailure) {
        let configuration = ground.settings.current
        control = try ControlDoor.open(configuration, ground.log, ground.context.traces)
        desk = try Self.desk(
            configuration, ground.vapid, ground.hub, store, ground.catalog.events, ground.log)
        mail = try MailCourier.begin(configuration.mail, store, ground.log)
        listeners =
            ground.inherited.isEmpty
            ? try Groundwork.bind(ground.entrances, configuration.listen) : ground.inherited
    }
}
