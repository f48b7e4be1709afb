import Accounts
import Devices
import Kernel
import Outbound
import Rooms
import Synchronization
import Wire

/// Finds out whom a notice concerns, and what it says, and hands that to the couriers.
///
/// The hub posts and goes on; so many notices may be under way, more are dropped and counted.
final class NotificationDesk: Sendable {
    private let couriers: [Courier]
    private let noticesMax: Int
    private let log: any EventRecorder
    private let state = Mutex((underWay: 0, dropped: 0))

    init(_ couriers: [Courier], noticesMax: Int, log: any EventRecorder) {
        (self.couriers, self.noticesMax, self.log) = (couriers, noticesMax, log)
    }

    func post(_ notices: [Notice], _ store: any Store) {
        var jobs: [ReadJob] = []
        for notice in notices where begin() {
            let job = ReadJob(origin: nil) { [self] (snapshot) throws(Refusal) in
                try carry(notice, snapshot)
                end()
                return .done(Done())
            } failed: { [self] in
                end()
            }
            jobs.append(job)
        }
        if !jobs.isEmpty { store.read(jobs) }
    }

    func stop() {
        for courier in couriers { courier.stop() }
    }

    private func carry(_ notice: Notice, _ snapshot: Snapshot) throws(Refusal) {
        for user in notice.users {
            guard let account = try snapshot.first(.account(of: user)),
                let notification = Notification(
                    notice.body, id: Self.makeID(), user: account.username, at: notice.at),
                notification.from != account.username
            else { continue }
            if notification.kind == .message {
                let isQuiet = try RoomsFeature.isQuiet(
                    for: user, when: notification.from, in: snapshot)
                guard !isQuiet else { continue }
            }
            let subscriptions = try DevicesFeature.subscriptions(of: user, in: snapshot)
            for courier in couriers {
                courier.post(notification, to: user, on: subscriptions)
            }
        }
    }

    /// 32 characters that nobody can guess.
    private static func makeID() -> String {
        [UInt8].random(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func begin() -> Bool {
        state.withLock { state in
            guard state.underWay < noticesMax else {
                state.dropped += 1
                return false
            }
            state.underWay += 1
            return true
        }
    }

    private func end() {
        let dropped: Int = state.withLock { state in
            state.underWay -= 1
            guard state.underWay == 0 else { return 0 }
            defer { state.dropped = 0 }
            return state.dropped
        }
        if dropped > 0 { log.write(.notifierDropped, .notifier("desk"), .count(dropped)) }
    }
}
