import Dispatch
import Hub
package import Kernel
import Metering
package import Observability
package import Outbound
package import WebPush

/// Carries one notifier's letters, on a queue of its own: sends each when it is due, tries again,
/// and gives up.
package actor Courier {
    nonisolated let executor: QueueExecutor
    nonisolated let meter: NotifierMeter
    private let notifier: any Notifier
    private let client: OutboundClient
    private let log: any EventRecorder
    private let delay: Duration
    private let patience: Duration
    private let isBack: @Sendable (User.ID, Moment) -> Bool
    private let revise: Reviser
    private let forget: @Sendable (Subscription) -> Void
    private let start = ContinuousClock.now
    private var queue: LetterQueue
    private var planned: Duration?
    private var isStopped = false
    private var drops = Throttle()
    private var failures = Throttle()
    /// The status of the last failure.
    private var lastStatus = 0
    private var standing = KeyStanding()
    /// The key of each receiver that rejected the newest one and accepted another, by its endpoint.
    private var signers: [String: Int] = [:]
    private static let signersMax = 10_000

    /// How many requests are under way at once.
    package static let workerCount = 4

    /// Finds out the state of a letter, on any thread.
    package typealias Reviser = @Sendable (Letter, @escaping @Sendable (Revision) -> Void) -> Void

    /// - Parameters:
    ///   - delay: before the first attempt: a user who comes back meanwhile gets no letter.
    ///   - patience: the time after which a letter is given up.
    ///   - isBack: whether a user is here, or has been since a moment.
    ///   - revise: called before each attempt.
    ///   - forget: gets the subscriptions that a push service does not know any more.
    package init(
        _ notifier: any Notifier, client: OutboundClient, queue: LetterQueue,
        delay: Duration, patience: Duration, log: any EventRecorder,
        isBack: @escaping @Sendable (User.ID, Moment) -> Bool,
        revise: @escaping Reviser,
        forget: @escaping @Sendable (Subscription) -> Void
    ) {
        executor = QueueExecutor(label: "upfor.\(notifier.name)")
        meter = NotifierMeter(notifier.name)
        (self.notifier, self.client, self.queue) = (notifier, client, queue)
        (self.delay, self.patience, self.log) = (delay, patience, log)
        (self.isBack, self.revise, self.forget) = (isBack, revise, forget)
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Accepts a notification for a user; returns at once.
    ///
    /// - Parameter wait: how long the user may take to come back, if that is longer than usual.
    nonisolated func post(
        _ notification: Notification, to user: User.ID, on subscriptions: [Subscription],
        after wait: Duration = .zero
    ) {
        executor.post {
            self.assumeIsolated { $0.take(notification, user, subscriptions, wait) }
        }
    }

    /// Ends what is under way.
    nonisolated func stop() {
        executor.postAndWait {
            self.assumeIsolated { courier in
                courier.isStopped = true
                courier.tell(atOnce: true)
            }
        }
        client.stop()
    }

    private var now: Duration { ContinuousClock.now - start }

    private func take(
        _ notification: Notification, _ user: User.ID, _ subscriptions: [Subscription],
        _ wait: Duration
    ) {
        let due = now + max(delay, wait)
        for subscription in notifier.receivers(among: subscriptions) {
            let letter = Letter(
                user: user, notification: notification, subscription: subscription,
                signer: subscription.flatMap { signers[$0.endpoint] } ?? 0)
            queue.add(letter, due: due, end: due + patience)
        }
        tell()
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
        // A user who is back reads it in the app.
        guard !isBack(entry.letter.user, entry.letter.notification.at) else {
            return queue.settle()
        }
        revise(entry.letter) { revision in
            self.executor.post { self.assumeIsolated { $0.send(entry, revision) } }
        }
    }

    private func send(_ entry: LetterQueue.Entry, _ revision: Revision) {
        guard !isStopped else { return }
        switch revision {
        case .unknown: ended(entry, .failure(.crowded))
        case .settled:
            queue.settle()
            work()
        case .stands(var letter):
            letter.signer = entry.letter.signer
            guard !isBack(letter.user, letter.notification.at),
                let request = notifier.request(for: letter, at: SystemClock.moment())
            else {
                queue.settle()
                return work()
            }
            let isTaken = client.send(request) { result in
                self.executor.post { self.assumeIsolated { $0.ended(entry, result) } }
            }
            if !isTaken { ended(entry, .failure(.crowded)) }
        }
    }

    private func ended(
        _ entry: LetterQueue.Entry, _ result: Result<OutboundResponse, OutboundFailure>
    ) {
        guard !isStopped else { return }
        let subscription = entry.letter.subscription
        let hasOther = entry.refusedSigners + 1 < notifier.signerCount
        switch notifier.verdict(on: result, at: SystemClock.moment()) {
        case .delivered:
            queue.settle()
            meter.delivered.add()
            standing.served()
            if let subscription { remember(entry.letter.signer, of: subscription) }
        case .gone:
            queue.settle()
            if let subscription { forget(subscription) }
        case .unauthorized where hasOther, .doubtful where hasOther:
            // It may belong to another of our keys.
            var entry = entry
            entry.refusedSigners += 1
            entry.letter.signer = (entry.letter.signer + 1) % notifier.signerCount
            send(entry)
        case .refused(let status), .doubtful(let status):
            queue.settle()
            failed(status)
        case .unauthorized(let status):
            queue.settle()
            failed(status)
            guard standing.refused(for: entry.letter.user) else { break }
            log.write(.notifierKeyRefused, .notifier(notifier.name), .status(status))
        case .retry(let wanted): retry(entry, after: wanted)
        }
        tell()
        work()
    }

    private func remember(_ signer: Int, of subscription: Subscription) {
        if signers.count >= Self.signersMax { signers.removeAll() }
        signers[subscription.endpoint] = signer == 0 ? nil : signer
    }

    private func retry(_ entry: LetterQueue.Entry, after wanted: Duration?) {
        if !queue.retry(entry, at: now, after: wanted, chance: chance()) { failed(0) }
    }

    private func failed(_ status: Int) {
        failures.count += 1
        meter.failed.add()
        lastStatus = status
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
        executor.post(afterMilliseconds: milliseconds) {
            self.assumeIsolated { courier in
                courier.planned = nil
                courier.tell()
                courier.work()
            }
        }
    }

    private func tell(atOnce: Bool = false) {
        let droppedCount = queue.takeDroppedCount()
        drops.count += droppedCount
        meter.dropped.add(droppedCount)
        let name = EventField.notifier(notifier.name)
        if let count = drops.take(at: now, atOnce: atOnce) {
            log.write(.notifierDropped, name, .count(count))
        }
        if let count = failures.take(at: now, atOnce: atOnce) {
            log.write(.notifierFailed, name, .status(lastStatus), .count(count))
        }
    }
}

/// Numbers by the time at which they are due; of those due together, the smallest first: a binary
/// heap.
struct Schedule: Sendable {
    struct Place: Sendable {
        let due: Duration
        let number: UInt64

        fileprivate func precedes(_ other: Place) -> Bool {
            (due, number) < (other.due, other.number)
        }
    }

    private var places: [Place] = []

    /// The next.
    var first: Place? { places.first }

    mutating func insert(_ due: Duration, _ number: UInt64) {
        places.append(Place(due: due, number: number))
        var child = places.count - 1
        while child > 0, places[child].precedes(places[(child - 1) / 2]) {
            places.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = places.popLast(), !places.isEmpty else { return }
        places[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < places.count && places[child].precedes(places[least]) {
                least = child
            }
            guard least != parent else { return }
            places.swapAt(parent, least)
            parent = least
        }
    }
}

/// How often something has happened that is logged now and then, with a count.
struct Throttle: Sendable {
    /// What has not been logged yet.
    var count = 0
    private var quietUntil = Duration.zero
    private static let distance = Duration.seconds(10)

    /// - Returns: what is to be logged now; nil while there is nothing, or it was logged lately.
    mutating func take(at now: Duration, atOnce: Bool = false) -> Int? {
        guard count > 0, atOnce || now >= quietUntil else { return nil }
        defer { count = 0 }
        quietUntil = now + Self.distance
        return count
    }
}
