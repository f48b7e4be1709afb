import Kernel
import Outbound
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Kernel
@testable import Server

@Suite struct `Letters that wait` {
    private static func letter(_ name: String = "ana") throws -> Letter {
        var match = Match()
        (match.activity, match.with.displayName) = ("coffee", "Ben")
        let notification = Notification(
            .match(match), id: "1", user: name, at: Moment(unixMilliseconds: 0))
        return Letter(user: 1, notification: try #require(notification), subscription: nil)
    }

    @Test func `are taken when they are due, the oldest first, and no more than is asked for`()
        throws
    {
        var queue = LetterQueue(countMax: 10)
        for (name, due) in [("c", 3), ("a", 1), ("b", 2)] {
            queue.add(try Self.letter(name), due: .seconds(due), end: .seconds(60))
        }
        #expect(queue.due == .seconds(1))
        #expect(queue.take(at: .milliseconds(999), atMost: 9).isEmpty)
        let taken = queue.take(at: .seconds(3), atMost: 2)
        #expect(taken.map(\.letter.notification.user) == ["a", "b"])
        #expect(queue.underWayCount == 2 && queue.count == 3)
    }

    @Test func `are so many and no more, whether they wait or are under way`() throws {
        var queue = LetterQueue(countMax: 2)
        queue.add(try Self.letter(), due: .zero, end: .seconds(60))
        _ = queue.take(at: .zero, atMost: 1)
        for _ in 1...3 { queue.add(try Self.letter(), due: .zero, end: .seconds(60)) }
        #expect(queue.count == 2 && queue.takeDroppedCount() == 2)
        #expect(queue.takeDroppedCount() == 0)
    }

    @Test func `are tried again after longer and longer pauses, and given up`() throws {
        var queue = LetterQueue(countMax: 2)
        queue.add(try Self.letter(), due: .zero, end: .seconds(20))
        var (now, pauses) = (Duration.zero, [Duration]())
        while let entry = queue.take(at: now, atMost: 1).first,
            queue.retry(entry, at: now, after: nil, chance: 1), let due = queue.due
        {
            pauses.append(due - now)
            now = due
        }
        #expect(pauses == [.seconds(2), .seconds(4), .seconds(8)])
        #expect(queue.count == 0)
    }

    @Test func `leave half of a pause to chance, and wait as long as they are asked to`() throws {
        let pace = LetterQueue.Pace()
        #expect(pace.pause(after: 0, chance: 0) == .seconds(1))
        #expect(pace.pause(after: 100, chance: 1) == .seconds(300))
        var queue = LetterQueue(countMax: 2)
        queue.add(try Self.letter(), due: .zero, end: .seconds(600))
        let entry = try #require(queue.take(at: .zero, atMost: 1).first)
        let isKept = queue.retry(entry, at: .zero, after: .seconds(77), chance: 0)
        #expect(isKept && queue.due == .seconds(77))
    }

    @Test(arguments: [
        (200, Verdict.delivered), (204, .delivered), (400, .refused(status: 400)),
        (404, .refused(status: 404)), (413, .refused(status: 413)), (302, .refused(status: 302)),
        (500, .retry(after: nil)), (503, .retry(after: .seconds(9))),
        (429, .retry(after: .seconds(9))), (408, .retry(after: nil)),
    ])
    func `are judged by the answer`(status: Int, verdict: Verdict) {
        let isAsked = [503, 429].contains(status)
        let response = OutboundResponse(
            status: status, fields: isAsked ? ["retry-after": "9"] : [:])
        #expect(Verdict(.success(response)) == verdict)
    }

    @Test func `are not sent to who has come back`() async throws {
        let receiver = try WebReceiver { _ in .init(204) }
        let url = "http://127.0.0.1:\(receiver.port)/"
        let courier = Courier(
            Webhook(url: url, secret: [1], hasTexts: false),
            client: OutboundClient(
                label: "test", OutboundTerms(allowsPlain: true, allowsPrivate: true)),
            queue: LetterQueue(countMax: 9), delay: .zero, patience: .seconds(9),
            log: RecordedEvents(), isConnected: { $0 == 1 }, forget: { _ in })
        courier.post(try Self.letter("back").notification, to: 1, on: [])
        courier.post(try Self.letter("away").notification, to: 2, on: [])
        while receiver.requests.isEmpty { await Task.yield() }
        #expect(String(decoding: receiver.requests[0].body, as: UTF8.self).contains("away"))
        courier.stop()
        #expect(receiver.requests.count == 1)
    }
}

@Suite struct `What the hub has carried outside` {
    private static func delivery(_ body: ServerMessage.OneOf_Body, to users: [User.ID])
        -> Completion
    {
        let event = InboxEvent(body, atMilliseconds: 0)
        let recipients = users.map { Delivery.Recipient(user: $0, seq: 1) }
        return Completion(
            origin: nil, result: .success(.done(Done())),
            deliveries: [Delivery(event: event, recipients: recipients)])
    }

    private static func world(isOn: Bool = true) -> HubWorld {
        HubWorld { $0.notifiers.webPush = isOn }
    }

    @Test func `is for those of whom no device is connected`() {
        var world = Self.world()
        world.signIn(.number(1), "ana", 1)
        world.core.completed([Self.delivery(.match(Match()), to: [1, 2])], at: world.now)
        #expect(world.core.takeOutput().notices.map(\.users) == [[2]])
        world.close(.number(1))
        world.core.completed([Self.delivery(.match(Match()), to: [1])], at: world.now)
        #expect(world.core.takeOutput().notices.map(\.users) == [[1]])
    }

    @Test func `is what wakes somebody, and nothing else`() {
        var world = Self.world()
        for body: ServerMessage.OneOf_Body in [
            .roomBadge(RoomBadge()), .activityChanged(ActivityChanged()),
            .friendRemoved(FriendRemoved()), .privacyChanged(PrivacyChanged()),
        ] {
            world.core.completed([Self.delivery(body, to: [1])], at: world.now)
        }
        #expect(world.core.takeOutput().notices.isEmpty)
    }

    @Test func `is nothing when everybody is sent away, or nobody wants it`() {
        var world = Self.world()
        world.core.beginDraining(at: world.now)
        world.core.completed([Self.delivery(.match(Match()), to: [1])], at: world.now)
        #expect(world.core.takeOutput().notices.isEmpty)
        world = Self.world(isOn: false)
        world.core.completed([Self.delivery(.match(Match()), to: [1])], at: world.now)
        #expect(world.core.takeOutput().notices.isEmpty)
    }
}
