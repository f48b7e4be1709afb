import Accounts
import Devices
package import Kernel
import WebPush
import Wire

/// The state of a letter after it has waited.
package enum Revision: Sendable {
    /// It is to be sent, in this form.
    case stands(Letter)
    /// It has become pointless.
    case settled
    /// Its state cannot be found out for now.
    case unknown
}

extension Letter {
    /// The letter in the form to be sent now; nil when it has become pointless, or has no recipient
    /// any more.
    package func revised(by events: Events, in snapshot: Snapshot) throws(Refusal) -> Letter? {
        if let subscription {
            let standing = try DevicesFeature.subscriptions(of: user, in: snapshot)
            guard standing.contains(subscription) else { return nil }
        }
        let all = [notification] + replaced
        for (index, earlier) in all.enumerated() {
            guard let event = try events.revised(earlier.event, for: user, in: snapshot),
                var now = try Notification(
                    event, events, for: user, id: notification.id, named: notification.user,
                    at: earlier.at, in: snapshot)
            else { continue }
            if subscription != nil { try now.look(for: user, in: snapshot) }
            return Letter(
                user: user, notification: now, replaced: Array(all.dropFirst(index + 1)),
                subscription: subscription)
        }
        return nil
    }
}

extension Events {
    /// The event that a user is to be notified of, as things stand; nil: none any more.
    ///
    /// A user who has left or is banned receives nothing. The feature decides whether the event
    /// still holds.
    func revised(
        _ event: InboxEvent, for user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> InboxEvent? {
        guard let account = try snapshot.first(.account(of: user)), !account.displayName.isEmpty,
            try !AccountsFeature.isBanned(user, in: snapshot)
        else { return nil }
        return try standing(event, for: user, in: snapshot)
    }
}
