@testable import EventLoop
import Testing

@Suite struct `The queue of handshakes` {
    private func connection(_ index: UInt32) -> ConnectionID {
        ConnectionID(index: index, generation: 0)
    }

    @Test func `lets those in first who came first`() {
        var queue = HandshakeQueue(activeMax: 1)
        for index: UInt32 in 0..<100 { queue.wait(connection(index)) }
        var order: [UInt32] = []
        while let next = queue.takeNext() {
            queue.stopWaiting()
            order.append(next.index)
        }
        #expect(order == Array(0..<100))
        #expect(queue.waitingCount == 0)
    }

    @Test func `forgets all who have left once nobody waits`() {
        var queue = HandshakeQueue(activeMax: 1)
        for index: UInt32 in 0..<3 { queue.wait(connection(index)) }
        for _ in 0..<3 { queue.stopWaiting() }
        #expect(queue.takeNext() == nil)
        queue.wait(connection(7))
        #expect(queue.takeNext() == connection(7))
    }

    @Test func `has room for so many, and knows the oldest`() {
        var queue = HandshakeQueue(activeMax: 2)
        queue.begin(5, nowMilliseconds: 10)
        queue.begin(6, nowMilliseconds: 20)
        #expect(!queue.hasRoom)
        #expect(queue.oldest(since: 9) == nil)
        #expect(queue.oldest(since: 10) == 5)
        queue.end(5)
        #expect(queue.hasRoom)
        #expect(queue.oldest(since: 30) == 6)
        #expect(queue.since(6) == 20)
        #expect(queue.since(5) == nil)
    }
}
