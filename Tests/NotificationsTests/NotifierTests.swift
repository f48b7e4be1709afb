import Kernel
import Outbound
import Synchronization
import TestProduct
import TestSupport
import Testing
import WebPush
import Wire

@testable import Kernel
@testable import Notifications

@Suite struct `Letters that wait` {
    private static func letter(
        _ name: String = "ana", to user: User.ID = 1, on endpoint: String? = nil,
        under topic: String? = nil
    ) throws -> Letter {
        let notification = Notification.ofMatch(for: name, under: topic)
        let subscription = try endpoint.map { endpoint in
            Subscription(
                endpoint: endpoint, point: try CurveKey().point,
                secret: [UInt8](repeating: 0, count: Subscription.secretByteCount))
        }
        return Letter(
            user: user, notification: notification, subscription: subscription)
    }

    @Test func `give way to a newer one of the same topic`() throws {
        var queue = LetterQueue(countMax: 10)
        for (name, topic) in [("a", "coffee"), ("b", "gym"), ("c", "coffee"), ("d", nil)] {
            let letter = try Self.letter(name, on: "https://push.example/1", under: topic)
            queue.add(letter, due: .seconds(1), end: .seconds(60))
        }
        let taken = queue.take(at: .seconds(1), atMost: 9)
        #expect(taken.map(\.letter.notification.user) == ["b", "c", "d"])
    }

    @Test func `tell only a device how many messages wait, and what is said together`() throws {
        let notification = Notification.ofMatch(for: "ana", under: "match:coffee")
        let forDevice = String(
            decoding: notification.json(hasText: true, isForDevice: true), as: UTF8.self)
        #expect(forDevice.contains(#""badge":3"#) && forDevice.contains(#""quiet":"22:00-07:00""#))
        #expect(forDevice.contains(#""topic":"match:coffee""#))
        #expect(forDevice.contains(#""text":"Ben and Cleo""#))
        let others = String(decoding: notification.json(hasText: true), as: UTF8.self)
        for word in ["badge", "quiet", "topic", "Cleo"] { #expect(!others.contains(word)) }
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

    @Test func `are so many and no more, and those tried again have places of their own`()
        throws
    {
        var queue = LetterQueue(countMax: 1)
        for number in 1...12 {
            queue.add(
                try Self.letter(to: User.ID(rawValue: Int64(number))), due: .zero,
                end: .seconds(60))
        }
        #expect(queue.count == 10 && queue.takeDroppedCount() == 2)
        #expect(queue.takeDroppedCount() == 0)
        let failed = queue.take(at: .zero, atMost: 2)
        for number in 20...21 {
            queue.add(
                try Self.letter(to: User.ID(rawValue: Int64(number))), due: .zero,
                end: .seconds(60))
        }
        #expect(queue.takeDroppedCount() == 0)
        for entry in failed {
            let isKept = queue.retry(entry, at: .zero, after: nil, chance: 0)
            #expect(isKept, "its time is not over")
        }
        #expect(queue.count == 11 && queue.takeDroppedCount() == 1)
    }

    @Test func `of one user take the places of nobody else`() throws {
        var queue = LetterQueue(countMax: 1_000)
        for _ in 1...(LetterQueue.userMax + 5) {
            queue.add(try Self.letter(to: 1), due: .zero, end: .seconds(60))
        }
        queue.add(try Self.letter(to: 2), due: .zero, end: .seconds(60))
        #expect(queue.count == LetterQueue.userMax + 1 && queue.takeDroppedCount() == 5)
    }

    @Test func `for one device are the newest`() throws {
        var queue = LetterQueue(countMax: 1_000)
        queue.add(try Self.letter("0", on: "a"), due: .zero, end: .seconds(60))
        let old = try #require(queue.take(at: .zero, atMost: 1).first)
        for name in ["1", "2", "3", "4"] {
            queue.add(try Self.letter(name, on: "a"), due: .seconds(1), end: .seconds(60))
        }
        queue.add(try Self.letter("b", on: "b"), due: .seconds(1), end: .seconds(60))
        let isKept = queue.retry(old, at: .zero, after: nil, chance: 0)
        #expect(isKept && queue.takeDroppedCount() == 0)
        let names = queue.take(at: .seconds(60), atMost: 9).map(\.letter.notification.user)
        #expect(names == ["2", "3", "4", "b"])
        #expect(queue.due == nil)
    }

    @Test func `come in the order in which they are due, however many there are`() throws {
        var queue = LetterQueue(countMax: 1_000)
        let letter = try Self.letter()
        for number in 0..<500 {
            let letter = Letter(
                user: User.ID(rawValue: Int64(number)), notification: letter.notification,
                subscription: nil)
            queue.add(letter, due: .seconds(number * 7919 % 499), end: .seconds(600))
        }
        var taken: [LetterQueue.Entry] = []
        while let entry = queue.take(at: .seconds(600), atMost: 1).first { taken.append(entry) }
        let sorted = taken.sorted { ($0.due, $0.number) < ($1.due, $1.number) }
        #expect(taken.count == 500 && taken.map(\.number) == sorted.map(\.number))
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
        #expect(Verdict(.success(response), at: Moment(unixMilliseconds: 0)) == verdict)
    }

    @Test func `are not sent to a user who has come back, nor when there is nothing to send`()
        async throws
    {
        let receiver = try WebReceiver { _ in .init(204) }
        let url = "http://127.0.0.1:\(receiver.port)/"
        var terms = OutboundTerms(allowsPlain: true, allowsPrivate: true)
        (terms.connectTimeout, terms.timeout) = (.seconds(600), .seconds(600))
        let courier = Courier(
            Webhook(url: url, secrets: [[1]], hasTexts: false),
            client: OutboundClient(label: "test", terms),
            queue: LetterQueue(countMax: 9), delay: .zero, patience: .seconds(600),
            log: RecordedEvents(), isBack: { user, _ in user == 1 },
            revise: { letter, answer in answer(letter.user == 3 ? .settled : .stands(letter)) },
            forget: { _ in })
        courier.post(try Self.letter("back").notification, to: 1, on: [])
        courier.post(try Self.letter("settled").notification, to: 3, on: [])
        courier.post(try Self.letter("away").notification, to: 2, on: [])
        while receiver.requests.isEmpty { await Task.yield() }
        #expect(String(decoding: receiver.requests[0].body, as: UTF8.self).contains("away"))
        courier.stop()
        #expect(receiver.requests.count == 1)
    }
}

extension Notification {
    /// The notification of a match with Ben: both are up for coffee.
    ///
    /// - Parameter topic: nil: it is said together with no other.
    static func ofMatch(for user: String, under topic: String? = nil) -> Notification {
        var match = Match()
        (match.activity, match.with.displayName) = ("coffee", "Ben")
        var news = News("match", from: match.with, "Ben is up for coffee too")
        news.gathered = topic.map { News.Gathered($0, "Ben and Cleo") }
        return Notification(
            InboxEvent(.match(match), atMilliseconds: 0), saying: news, id: "1", user: user,
            at: Moment(unixMilliseconds: 0),
            Notification.Circumstances(unread: 3, quiet: "22:00-07:00"))
    }
}
