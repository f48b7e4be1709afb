import Testing

@testable import Queues

@Suite struct `A queue of turns` {
    /// The owners of the turns, if each turn ends before the next one begins.
    private func order(_ queue: inout TurnQueue<String, Int>) -> [String] {
        var order: [String] = []
        while let (_, owner) = queue.takeFirst() {
            order.append(owner)
            queue.finish(owner)
        }
        return order
    }

    @Test func `rotates between owners, however many entries one has`() {
        var queue = TurnQueue<String, Int>()
        for number in 0..<3 { queue.append(number, of: "ana") }
        queue.append(9, of: "ben")
        for number in 0..<2 { queue.append(number, of: "cleo") }
        #expect(
            order(&queue) == ["ana", "ben", "cleo", "ana", "cleo", "ana"])
    }

    @Test func `hands out one entry of each owner at a time`() {
        var queue = TurnQueue<String, Int>()
        for number in 0..<2 { queue.append(number, of: "ana") }
        #expect(queue.takeFirst()?.owner == "ana")
        #expect(queue.takeFirst() == nil)
        queue.append(2, of: "ana")
        queue.append(9, of: "ben")
        #expect(queue.takeFirst()?.owner == "ben")
        queue.finish("ana")
        #expect(queue.takeFirst()?.owner == "ana")
        queue.finish("ben")
        queue.finish("ana")
        #expect(order(&queue) == ["ana"])
        #expect(queue.readyCount == 0)
    }

    @Test func `counts what waits, of all and of each`() {
        var queue = TurnQueue<String, Int>()
        for number in 0..<3 { queue.append(number, of: "ana") }
        queue.append(9, of: "ben")
        #expect(queue.takeFirst()?.element == 0)
        #expect(queue.count == 3 && queue.count(of: "ana") == 2 && queue.count(of: "cleo") == 0)
    }
}

@Suite struct `First in, first out` {
    @Test func `whatever comes and goes`() {
        var fifo = Fifo<Int>()
        var (next, expected) = (0, 0)
        for round in 0..<200 {
            for _ in 0..<(round % 7) {
                fifo.append(next)
                next += 1
            }
            for _ in 0..<(round % 5) {
                guard let taken = fifo.takeFirst() else { continue }
                #expect(taken == expected)
                expected += 1
            }
            #expect(fifo.count == next - expected)
        }
    }
}
