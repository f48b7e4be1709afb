@testable import EventLoop
import Glibc
import Testing

private let home = HandshakeParty(network: 1)
private let away = HandshakeParty(network: 2)

@Suite struct `The queue of handshakes` {
    private func connection(_ index: UInt32) -> ConnectionID {
        ConnectionID(index: index, generation: 0)
    }

    @Test func `admits connections in order of arrival`() {
        var queue = HandshakeQueue(activeMax: 1, shareMax: 1)
        for index: UInt32 in 0..<100 { queue.wait(connection(index), of: home) }
        #expect(order(&queue) == Array(0..<100))
        #expect(queue.mayBegin(home))
    }

    @Test func `lets networks take turns, however many of one wait`() {
        var queue = HandshakeQueue(activeMax: 1, shareMax: 1)
        for index: UInt32 in 0..<4 { queue.wait(connection(index), of: home) }
        for index: UInt32 in 4..<6 { queue.wait(connection(index), of: away) }
        #expect(order(&queue) == [0, 4, 1, 5, 2, 3])
    }

    @Test func `forgets connections that have left`() {
        var queue = HandshakeQueue(activeMax: 1, shareMax: 1)
        for index: UInt32 in 0..<3 { queue.wait(connection(index), of: home) }
        queue.leave(connection(1), of: home)
        #expect(order(&queue) == [0, 2])
        queue.wait(connection(7), of: home)
        queue.leave(connection(7), of: home)
        #expect(queue.takeNext() == nil)
        #expect(queue.mayBegin(away))
    }

    @Test func `gives a network its share and no more, and the rest to others`() {
        var queue = HandshakeQueue(activeMax: 3, shareMax: 2)
        queue.begin(1, of: home, nowMilliseconds: 10)
        queue.begin(2, of: home, nowMilliseconds: 10)
        #expect(!queue.mayBegin(home))
        queue.wait(connection(3), of: home)
        #expect(queue.takeNext() == nil)
        #expect(queue.mayBegin(away))
        queue.wait(connection(4), of: away)
        #expect(!queue.mayBegin(away))
        #expect(queue.takeNext() == connection(4))
        queue.end(1)
        #expect(queue.takeNext() == connection(3))
    }

    /// A site is given 65,536 networks of 64 bits.
    @Test func `gives a site two shares and its turn, however many networks it has`() {
        let site = (0..<8).map { HandshakeParty(network: 0x2001_0DB8_0001_0000 + UInt64($0)) }
        var queue = HandshakeQueue(activeMax: 3, shareMax: 1)
        for index: UInt32 in 0..<2 {
            #expect(queue.mayBegin(site[Int(index)]))
            queue.begin(index, of: site[Int(index)], nowMilliseconds: 10)
        }
        #expect(!queue.mayBegin(site[2]))
        for index: UInt32 in 2..<8 { queue.wait(connection(index), of: site[Int(index)]) }
        #expect(queue.takeNext() == nil)
        #expect(queue.mayBegin(home))
        #expect(queue.isInTheWay(0) && queue.isInTheWay(1))
        #expect(queue.oldest(inTheWayOf: site[2], since: 10) == 0)
        queue.wait(connection(8), of: away)
        #expect(queue.takeNext() == connection(8))
        queue.begin(8, of: away, nowMilliseconds: 20)
        #expect(!queue.isInTheWay(8))
        for index: UInt32 in [0, 1] { queue.end(index) }
        queue.wait(connection(9), of: home)
        #expect(queue.takeNext() == connection(2))
        // The others of the site come after it, because the site has had its turn.
        #expect(queue.takeNext() == connection(9))
        #expect(queue.takeNext() == connection(3))
    }

    @Test func `is quick to pass a site that has its shares, however many of its networks wait`() {
        let site: UInt64 = 0x2001_0DB8_0001_0000
        var queue = HandshakeQueue(activeMax: 4, shareMax: 1)
        queue.begin(70_000, of: away, nowMilliseconds: 10)
        for index: UInt32 in 0..<2 {
            let party = HandshakeParty(network: site + UInt64(index))
            queue.begin(index, of: party, nowMilliseconds: 10)
        }
        for index: UInt32 in 2..<20_000 {
            queue.wait(connection(index), of: HandshakeParty(network: site + UInt64(index)))
        }
        let before = Self.threadSeconds
        for _ in 0..<20 where !queue.mayBegin(home) || queue.isInTheWay(70_000) {
            Issue.record("the site is in the way")
        }
        let spent = Self.threadSeconds - before
        #expect(spent < 2, "20,000 networks were looked at each time")
    }

    /// Processor time of this thread.
    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func `gives a proxy all the places, and others their turn`() {
        let proxy = HandshakeParty(network: 3, isProxy: true)
        var queue = HandshakeQueue(activeMax: 3, shareMax: 1)
        for index: UInt32 in 0..<3 {
            #expect(queue.mayBegin(proxy))
            queue.begin(index, of: proxy, nowMilliseconds: 10)
        }
        for index: UInt32 in 3..<6 { queue.wait(connection(index), of: proxy) }
        queue.wait(connection(6), of: home)
        #expect(queue.takeNext() == nil)
        queue.end(0)
        #expect(queue.takeNext() == connection(3))
        queue.begin(3, of: proxy, nowMilliseconds: 20)
        queue.end(1)
        #expect(queue.takeNext() == connection(6))
    }

    @Test func `has only those give way whose place is of use`() {
        var queue = HandshakeQueue(activeMax: 3, shareMax: 2)
        queue.begin(1, of: away, nowMilliseconds: 10)
        queue.begin(2, of: home, nowMilliseconds: 20)
        queue.begin(3, of: home, nowMilliseconds: 30)
        queue.wait(connection(4), of: home)
        #expect(queue.oldest(inTheWayOf: home, since: 40) == 2)
        #expect(!queue.isInTheWay(1))
        #expect(queue.isInTheWay(2))
        queue.wait(connection(5), of: away)
        #expect(queue.oldest(inTheWayOf: away, since: 40) == 1)
        #expect(queue.isInTheWay(1))
    }

    private func order(_ queue: inout HandshakeQueue) -> [UInt32] {
        var order: [UInt32] = []
        while let next = queue.takeNext() { order.append(next.index) }
        return order
    }

    @Test func `has room for so many, and knows the oldest`() {
        var queue = HandshakeQueue(activeMax: 2, shareMax: 2)
        queue.begin(5, of: home, nowMilliseconds: 10)
        queue.begin(6, of: home, nowMilliseconds: 20)
        #expect(!queue.mayBegin(away))
        #expect(queue.oldest(inTheWayOf: away, since: 9) == nil)
        #expect(queue.oldest(inTheWayOf: away, since: 10) == 5)
        queue.end(5)
        #expect(queue.mayBegin(away))
        #expect(queue.oldest(inTheWayOf: home, since: 30) == 6)
        #expect(queue.since(6) == 20)
        #expect(queue.since(5) == nil)
    }
}
