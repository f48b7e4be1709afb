import Accounts
import Devices
import Kernel
import WebPush
import Wire

/// What has become of a letter while it waited.
enum Revision: Sendable {
    /// It is to be sent, as it is here.
    case stands(Letter)
    /// There is nothing to be told any more.
    case settled
    /// Nobody can say for now.
    case unknown
}

extension Letter {
    /// As it is to be sent now; nil when there is nothing to be told, or nobody to tell.
    func revised(by events: Events, in snapshot: Snapshot) throws(Refusal) -> Letter? {
        if let subscription {
            let standing = try DevicesFeature.subscriptions(of: user, in: snapshot)
            guard standing.contains(subscription) else { return nil }
        }
        guard let event = try events.revised(notification.event, for: user, in: snapshot),
            let news = events.news(of: event)
        else { return nil }
        let now = Notification(
            event, saying: news, id: notification.id, user: notification.user,
            at: notification.at)
        return Letter(user: user, notification: now, subscription: subscription)
    }
}

extension Events {
    /// What somebody is to be told of an event as things stand; nil: nothing any more.
    ///
    /// Who has left or is banned hears nothing. Whether the event still holds says its feature.
    func revised(
        _ event: InboxEvent, for user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> InboxEvent? {
        guard let account = try snapshot.first(.account(of: user)), !account.displayName.isEmpty,
            try !AccountsFeature.isBanned(user, in: snapshot)
        else { return nil }
        return try standing(event, for: user, in: snapshot)
    }
}
