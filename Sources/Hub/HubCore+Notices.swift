package import Kernel
package import Wire

/// Notifications of users who have no device connected.
extension HubCore {
    /// - Parameter users: users without a device here, apart from silent sessions.
    mutating func notify(
        _ users: [User.ID], of event: InboxEvent, at moment: Moment
    ) {
        // Users whom this daemon disconnects are back in a moment.
        let away = users.filter { !dismissed.contains($0) }
        add(Notice(users: away.filter { absentees[$0] == nil }, event: event, at: moment))
        // Users whom the previous daemon disconnected have the rest of the lease to come back.
        let wait = max(.zero, (leaseEnd ?? now.uptime) - now.uptime)
        let awaited = away.filter { absentees[$0] != nil }
        add(Notice(users: awaited, event: event, at: moment, wait: wait))
    }

    /// Notifies a user of the events that were pushed to a session after its last sign of life,
    /// unless another device of the user is here.
    mutating func notifyUnheard(_ session: HubSession, after silence: Duration) {
        guard terms.notifies, silence > .zero, users[session.user]?.presentCount ?? 0 == 0 else {
            return
        }
        // Loops count whole seconds: two notifications are better than none.
        let heard = now.uptime - silence - .seconds(1)
        for recent in session.recent where recent.uptime >= heard {
            notify([session.user], of: recent.event, at: recent.moment)
        }
    }

    private mutating func add(_ notice: Notice) {
        if !notice.users.isEmpty { output.notices.append(notice) }
    }
}

/// A notable event that was pushed to a session.
struct RecentEvent: Sendable {
    let event: InboxEvent
    let uptime: Duration
    let moment: Moment
}

extension HubSession {
    /// How many recent events are remembered.
    private static let recentMax = 16

    mutating func remember(_ event: InboxEvent, at now: HubTime) {
        guard !isSilent else { return }
        if recent.count >= Self.recentMax { recent.removeFirst() }
        recent.append(RecentEvent(event: event, uptime: now.uptime, moment: now.moment))
    }
}

/// An event for users who had no device connected.
package struct Notice: Sendable {
    /// The recipients who were away.
    package let users: [User.ID]
    /// The event.
    package let event: InboxEvent
    /// When it happened.
    package let at: Moment
    /// How long they may take to come back before they are notified.
    package var wait = Duration.zero
}
