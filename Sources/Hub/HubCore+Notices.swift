package import Kernel
package import Wire

/// Who is told outside, because no device is here to be told.
extension HubCore {
    /// - Parameter users: of whom no device is here, but for such as look in.
    mutating func notify(
        _ users: [User.ID], of event: InboxEvent, at moment: Moment
    ) {
        // Whom we send away ourselves is back in a moment.
        let away = users.filter { !dismissed.contains($0) }
        add(Notice(users: away.filter { absentees[$0] == nil }, event: event, at: moment))
        // Whom the daemon before this one has sent away has until then to come back.
        let wait = max(.zero, (leaseEnd ?? now.uptime) - now.uptime)
        let awaited = away.filter { absentees[$0] != nil }
        add(Notice(users: awaited, event: event, at: moment, wait: wait))
    }

    /// What was pushed to a session that nobody has heard of since is told outside, if no other
    /// device is here that has it.
    mutating func notifyUnheard(_ session: HubSession, after silence: Duration) {
        guard terms.notifies, silence > .zero, users[session.user]?.presentCount ?? 0 == 0 else {
            return
        }
        // Loops count whole seconds: better told twice than not at all.
        let heard = now.uptime - silence - .seconds(1)
        for recent in session.recent where recent.uptime >= heard {
            notify([session.user], of: recent.event, at: recent.moment)
        }
    }

    private mutating func add(_ notice: Notice) {
        if !notice.users.isEmpty { output.notices.append(notice) }
    }
}

/// Something notable that was pushed to a session.
struct RecentEvent: Sendable {
    let event: InboxEvent
    let uptime: Duration
    let moment: Moment
}

extension HubSession {
    /// What was pushed to it last.
    private static let recentMax = 16

    mutating func remember(_ event: InboxEvent, at now: HubTime) {
        guard !isSilent else { return }
        if recent.count >= Self.recentMax { recent.removeFirst() }
        recent.append(RecentEvent(event: event, uptime: now.uptime, moment: now.moment))
    }
}

/// Something that has happened to users of whom no device was connected.
package struct Notice: Sendable {
    /// Who was away.
    package let users: [User.ID]
    /// What has happened.
    package let event: InboxEvent
    /// When.
    package let at: Moment
    /// How long they may take to come back before they are notified.
    package var wait = Duration.zero
}
