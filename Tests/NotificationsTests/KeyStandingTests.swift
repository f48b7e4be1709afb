import Metering
import Outbound
import Synchronization
import TestProduct
import TestSupport
import Testing
import WebPush
import Wire

@testable import Kernel
@testable import Notifications
@testable import Observability

@Suite(.timeLimit(.minutes(5))) struct `A key that push services refuse` {
    /// The users whose refusals put the key at fault.
    private func telling(_ users: [User.ID], _ standing: inout KeyStanding) -> [User.ID] {
        users.filter { standing.refused(for: $0) }
    }

    @Test func `is not at fault for the devices of one or two, however often`() {
        var standing = KeyStanding()
        let telling = telling((1...100).flatMap { _ in [1, 2] }, &standing)
        #expect(telling == [])
    }

    @Test func `is at fault for those of several, which is said once, and until one is served`() {
        var standing = KeyStanding()
        var telling = [telling([1, 2, 3, 4, 5], &standing)]
        for users in [[6], [1, 2, 3, 4, 5]] as [[User.ID]] {
            standing.served()
            telling.append(self.telling(users, &standing))
        }
        #expect(telling == [[3], [], [3]])
    }

    @Test func `costs nobody a subscription, nor others their notifications`() async throws {
        let receiver = try WebReceiver { _ in .init(403) }
        let log = RecordedEvents()
        let courier = try Self.courier(on: receiver, log: log) { subscription in
            Issue.record("forgot \(subscription.endpoint)")
        }
        for user in 1...9 as ClosedRange<Int64> {
            try Self.post(to: User.ID(rawValue: user), on: receiver, by: courier)
        }
        #expect(await eventually { receiver.requests.count >= 9 })
        #expect(await eventually { log.all.contains(.notifierKeyRefused) })
        courier.stop()
        #expect(receiver.requests.count == 9)
        #expect(log.all.filter { $0 == .notifierKeyRefused }.count == 1)
    }

    @Test func `forgets subscriptions that are gone`() async throws {
        let receiver = try WebReceiver { _ in .init(410) }
        let forgotten = Mutex([String]())
        let courier = try Self.courier(on: receiver, log: RecordedEvents()) { subscription in
            forgotten.withLock { $0.append(subscription.endpoint) }
        }
        try Self.post(to: 1, on: receiver, by: courier)
        #expect(await eventually { forgotten.withLock { !$0.isEmpty } })
        courier.stop()
        #expect(forgotten.withLock { $0.count } == 1)
        #expect(receiver.requests.count == 1)
    }

    /// Apple's service says 400, and the reason in the body.
    @Test(arguments: [400, 401, 403])
    func `may be the one before: what belongs to that is served by it, and asked once`(
        status: Int
    ) async throws {
        let (new, old) = (try Vapid(key: CurveKey(), contact: ""), try Self.vapid.get())
        let receiver = try WebReceiver { request in
            let isOld = request.fields["authorization"]?.hasSuffix("k=\(old.publicKey)") == true
            return .init(isOld ? 201 : status)
        }
        let log = RecordedEvents()
        let courier = try Self.courier(on: receiver, log: log, signers: [new, old]) { _ in }
        for user in 1...4 as ClosedRange<Int64> {
            try Self.post(to: User.ID(rawValue: user), on: receiver, by: courier)
        }
        #expect(await eventually { receiver.requests.count == 8 })
        #expect(await eventually { courier.meter.delivered.current == 4 })
        for user in 1...4 as ClosedRange<Int64> {
            try Self.post(to: User.ID(rawValue: user), on: receiver, by: courier)
        }
        #expect(await eventually { courier.meter.delivered.current == 8 })
        courier.stop()
        #expect(receiver.requests.count == 12, "the second time the right one is known")
        #expect(!log.all.contains(.notifierKeyRefused))
    }

    @Test func `is tried once each, and then given up`() async throws {
        let receiver = try WebReceiver { _ in .init(401) }
        let log = RecordedEvents()
        let both = [try Vapid(key: CurveKey(), contact: ""), try Self.vapid.get()]
        let courier = try Self.courier(on: receiver, log: log, signers: both) { _ in }
        for user in 1...3 as ClosedRange<Int64> {
            try Self.post(to: User.ID(rawValue: user), on: receiver, by: courier)
        }
        #expect(await eventually { log.all.contains(.notifierKeyRefused) })
        courier.stop()
        #expect(receiver.requests.count == 6)
    }

    @Test func `is not at fault for what neither of two makes good`() async throws {
        let receiver = try WebReceiver { _ in .init(400) }
        let log = RecordedEvents()
        let both = [try Vapid(key: CurveKey(), contact: ""), try Self.vapid.get()]
        let courier = try Self.courier(on: receiver, log: log, signers: both) { _ in }
        for user in 1...4 as ClosedRange<Int64> {
            try Self.post(to: User.ID(rawValue: user), on: receiver, by: courier)
        }
        #expect(await eventually { courier.meter.failed.current == 4 })
        courier.stop()
        #expect(receiver.requests.count == 8)
        #expect(!log.all.contains(.notifierKeyRefused))
    }

    private static let vapid = Result { try Vapid(key: CurveKey(), contact: "mailto:a@b.org") }

    private static func courier(
        on receiver: WebReceiver, log: RecordedEvents, signers: [Vapid]? = nil,
        forget: @escaping @Sendable (Subscription) -> Void
    ) throws -> Courier {
        var terms = OutboundTerms(allowsPlain: true, allowsPrivate: true, allowsAnyPort: true)
        // An answer that came too late would be asked for again.
        (terms.connectTimeout, terms.timeout) = (.seconds(600), .seconds(600))
        return Courier(
            WebPushNotifier(
                signers: try signers ?? [vapid.get()], services: terms, lifetime: .seconds(60)),
            client: OutboundClient(label: "test", terms), queue: LetterQueue(countMax: 99),
            delay: .zero, patience: .seconds(600), log: log, isBack: { _, _ in false },
            revise: { letter, answer in answer(.stands(letter)) }, forget: forget)
    }

    private static func post(
        to user: User.ID, on receiver: WebReceiver, by courier: Courier
    ) throws {
        let notification = Notification.ofMatch(for: "ana")
        let subscription = Subscription(
            endpoint: "http://127.0.0.1:\(receiver.port)/\(user.rawValue)",
            point: try CurveKey().point,
            secret: [UInt8](repeating: 0, count: Subscription.secretByteCount))
        courier.post(notification, to: user, on: [subscription])
    }
}

@Suite struct `How long another server wants to be left alone` {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private static let moment = Moment(unixMilliseconds: 784_111_777_000)

    @Test(
        arguments: [
            ("9", 9), ("0", 0), ("99999999", 86_400), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
            ("Sunday, 06-Nov-94 08:50:37 GMT", 60), ("Sun Nov  6 08:50:37 1994", 60),
            ("Sun, 06 Nov 1994 08:49:00 GMT", 0), ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
            ("", nil), ("soon", nil), ("-1", nil), ("\u{0}", nil),
        ] as [(String, Int64?)])
    func `is said in seconds or by a date`(text: String, seconds: Int64?) {
        let response = OutboundResponse(status: 503, fields: ["retry-after": text])
        #expect(response.retryAfter(at: Self.moment) == seconds.map { .seconds($0) })
    }
}
