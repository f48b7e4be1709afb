import Accounts
import Devices
import Hub
package import Kernel
import Metering
package import Observability
import Outbound
import Synchronization
import Wire

/// Looks up the recipient and the content of a notice, and hands both to the couriers.
///
/// The hub posts and goes on. A bounded number of notices is under way; more are dropped and
/// counted.
package final class NotificationDesk: NoticeTaker {
    private let couriers: [Courier]
    private let noticesMax: Int
    private let events: Events
    private let log: any EventRecorder
    private let start = ContinuousClock.now
    private let meter = NotifierMeter("desk")
    private let state = Mutex((underWay: 0, drops: Throttle()))

    /// - Parameter events: give the content for each event.
    package init(_ couriers: [Courier], noticesMax: Int, _ events: Events, log: any EventRecorder) {
        (self.couriers, self.noticesMax) = (couriers, noticesMax)
        (self.events, self.log) = (events, log)
    }

    func post(_ notices: [Hub.Notice], _ store: any Store) {
        var jobs: [ReadJob] = []
        for notice in notices {
            for user in notice.users where begin() {
                jobs.append(job(notice, user))
            }
        }
        if !jobs.isEmpty { store.read(jobs) }
        tell()
    }

    /// The outcomes of notifications, here and on each way.
    package var meters: [NotifierMeter] { [meter] + couriers.map(\.meter) }

    package func stop() {
        for courier in couriers { courier.stop() }
        tell(atOnce: true)
    }

    private func job(_ notice: Hub.Notice, _ user: User.ID) -> ReadJob {
        ReadJob(owner: .user(user)) { [self] (snapshot) throws(Refusal) in
            try carry(notice, to: user, snapshot)
        } then: { [self] _ in
            end()
        }
    }

    private func carry(
        _ notice: Hub.Notice, to user: User.ID, _ snapshot: Snapshot
    ) throws(Refusal) {
        guard let account = try snapshot.first(.account(of: user)),
            let event = try events.revised(notice.event, for: user, in: snapshot),
            let notification = try Notification(
                event, events, for: user, id: Self.makeID(), named: account.username,
                at: notice.at, in: snapshot),
            notification.from != account.username
        else { return }
        let subscriptions = try DevicesFeature.subscriptions(of: user, in: snapshot)
        for courier in couriers {
            courier.post(notification, to: user, on: subscriptions, after: notice.wait)
        }
    }

    /// 32 unpredictable characters.
    private static func makeID() -> String {
        [UInt8].random(16).hexadecimal
    }

    private func begin() -> Bool {
        state.withLock { state in
            guard state.underWay < noticesMax else {
                state.drops.count += 1
                meter.dropped.add()
                return false
            }
            state.underWay += 1
            return true
        }
    }

    private func end() {
        state.withLock { $0.underWay -= 1 }
        tell()
    }

    private func tell(atOnce: Bool = false) {
        let now = ContinuousClock.now - start
        let count = state.withLock { $0.drops.take(at: now, atOnce: atOnce) }
        if let count { log.write(.notifierDropped, .notifier("desk"), .count(count)) }
    }
}
