import Dispatch
import Kernel
import Outbound
import WebPush

/// Carries one notifier's letters, on a queue of its own: sends each when its time has come, tries
/// again, and gives up.
actor Courier {
    nonisolated let executor: QueueExecutor
    private let notifier: any Notifier
    private let client: OutboundClient
    private let log: any EventRecorder
    private let delay: Duration
    private let patience: Duration
    private let isConnected: @Sendable (User.ID) -> Bool
    private let forget: @Sendable (Subscription) -> Void
    private let start = ContinuousClock.now
    private var queue: LetterQueue
    private var planned: Duration?
    private var isStopped = false
    /// Until when the log has heard enough.
    private var quietUntil = Duration.zero

    /// How many requests are under way at once.
    static let workerCount = 4
    private static let logDistance = Duration.seconds(10)

    /// - Parameters:
    ///   - delay: before the first attempt: who comes back meanwhile is not told.
    ///   - patience: after which a letter is given up.
    ///   - isConnected: whether a user has come back.
    ///   - forget: gets the subscriptions that a push service does not know any more.
    init(
        _ notifier: any Notifier, client: OutboundClient, queue: LetterQueue,
        delay: Duration, patience: Duration, log: any EventRecorder,
        isConnected: @escaping @Sendable (User.ID) -> Bool,
        forget: @escaping @Sendable (Subscription) -> Void
    ) {
        executor = QueueExecutor(label: "upfor.\(notifier.name)")
        (self.notifier, self.client, self.queue) = (notifier, client, queue)
        (self.delay, self.patience, self.log) = (delay, patience, log)
        (self.isConnected, self.forget) = (isConnected, forget)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Takes what a user is to be told; returns at once.
    nonisolated func post(
        _ notification: Notification, to user: User.ID, on subscriptions: [Subscription]
    ) {
        executor.queue.async {
            self.assumeIsolated { $0.take(notification, user, subscriptions) }
        }
    }

    /// Ends what is under way.
    nonisolated func stop() {
        executor.queue.sync { self.assumeIsolated { $0.isStopped = true } }
        client.stop()
    }

    private var now: Duration { ContinuousClock.now - start }

    private func take(
        _ notification: Notification, _ user: User.ID, _ subscriptions: [Subscription]
    ) {
        for subscription in notifier.receivers(among: subscriptions) {
            let letter = Letter(
                user: user, notification: notification, subscription: subscription)
            queue.add(letter, due: now + delay, end: now + delay + patience)
        }
        tellDropped()
        work()
    }

    /// Sends what is due, as much as there are threads for it.
    private func work() {
        guard !isStopped else { return }
        while queue.underWayCount < Self.workerCount,
            let entry = queue.take(at: now, atMost: 1).first
        {
            send(entry)
        }
        plan()
    }

    private func send(_ entry: LetterQueue.Entry) {
        // Who is back reads it there.
        guard !isConnected(entry.letter.user),
            let request = notifier.request(for: entry.letter, at: SystemClock.moment())
        else { return queue.settle() }
        let isTaken = client.send(request) { result in
            self.executor.queue.async { self.assumeIsolated { $0.ended(entry, result) } }
        }
        if !isTaken { ended(entry, .failure(.crowded)) }
    }

    private func ended(
        _ entry: LetterQueue.Entry, _ result: Result<OutboundResponse, OutboundFailure>
    ) {
        switch notifier.verdict(on: result) {
        case .delivered: queue.settle()
        case .gone:
            queue.settle()
            if let subscription = entry.letter.subscription { forget(subscription) }
        case .refused(let status):
            queue.settle()
            tell(.notifierFailed, .notifier(notifier.name), .status(status))
        case .retry(let wanted):
            let isKept = queue.retry(
                entry, at: now, after: wanted, chance: chance())
            if !isKept { tell(.notifierFailed, .notifier(notifier.name), .status(0)) }
        }
        work()
    }

    /// 0…1.
    private func chance() -> Double {
        var generator = SystemRandomNumberGenerator()
        return Double(generator.next() as UInt64) / Double(UInt64.max)
    }

    private func plan() {
        guard let due = queue.due, queue.underWayCount < Self.workerCount,
            due < planned ?? .seconds(Int64.max)
        else { return }
        planned = due
        let milliseconds = max(1, Int((due - now) / .milliseconds(1)) + 1)
        executor.queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            self.assumeIsolated { courier in
                courier.planned = nil
                courier.tellDropped()
                courier.work()
            }
        }
    }

    private func tellDropped() {
        guard queue.droppedCount > 0, now >= quietUntil else { return }
        quietUntil = now + Self.logDistance
        log.write(
            .notifierDropped, .notifier(notifier.name), .count(queue.takeDroppedCount()))
    }

    private func tell(_ event: EventName, _ fields: EventField...) {
        log.write(event, fields: fields)
    }
}
