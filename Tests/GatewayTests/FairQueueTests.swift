import EventLoop
import Testing

@testable import Gateway

/// Which network gets the next turn, and which request is refused, when many passwords wait for a
/// check.
@Suite struct `Turns by network` {
    /// - Returns: what is taken, in its order.
    private static func drain(_ queue: inout FairQueue<String>) -> [String] {
        var taken: [String] = []
        while let next = queue.takeFirst() { taken.append(next) }
        return taken
    }

    private static func queue(_ entries: [(String, UInt64)], most: Int = 100) -> FairQueue<String> {
        var queue = FairQueue<String>(most: most)
        for (name, network) in entries {
            #expect(queue.append(name, from: network, isKnown: false) == nil)
        }
        return queue
    }

    private static func v6(_ site: UInt64, _ network: UInt64) -> UInt64 {
        0x2001_0DB8_0000_0000 | site << 16 | network
    }

    @Test func `of one network are in order of arrival`() {
        var queue = Self.queue([("a", 1), ("b", 1), ("c", 1)])
        #expect(Self.drain(&queue) == ["a", "b", "c"])
    }

    @Test func `rotate between networks, however many one has asked for`() {
        var queue = Self.queue([("a1", 1), ("a2", 1), ("a3", 1), ("b1", 2), ("c1", 3), ("b2", 2)])
        #expect(Self.drain(&queue) == ["a1", "b1", "c1", "a2", "b2", "a3"])
    }

    @Test func `are first those of networks that have had fewest`() {
        var queue = Self.queue([("a1", 1), ("a2", 1), ("a3", 1)])
        #expect(queue.takeFirst() == "a1")
        #expect(queue.takeFirst() == "a2")
        #expect(queue.append("b1", from: 2, isKnown: false) == nil)
        #expect(queue.append("b2", from: 2, isKnown: false) == nil)
        #expect(Self.drain(&queue) == ["b1", "b2", "a3"])
    }

    @Test func `that were had long ago do not count for ever`() {
        var queue = FairQueue<Int>(most: 10)
        for number in 1...2_100 {
            _ = queue.append(number, from: 1, isKnown: false)
            #expect(queue.takeFirst() == number)
        }
        // 820 of the 2,100 turns count: a network that has had more is behind.
        for number in 1...900 {
            _ = queue.append(number, from: 2, isKnown: false)
            #expect(queue.takeFirst() == number)
        }
        _ = queue.append(2, from: 2, isKnown: false)
        _ = queue.append(1, from: 1, isKnown: false)
        #expect(queue.takeFirst() == 1)
    }

    @Test func `of a site with many networks are those of one`() {
        let site = (0..<4).map { ("a\($0)", Self.v6(1, $0)) }
        var queue = Self.queue(site + [("b", Self.v6(2, 0)), ("c", 7)])
        #expect(Self.drain(&queue) == ["a0", "b", "c", "a1", "a2", "a3"])
    }

    @Test func `rotate within a site, too`() {
        var queue = Self.queue([
            ("a1", Self.v6(1, 1)), ("a2", Self.v6(1, 1)), ("b1", Self.v6(1, 2)),
        ])
        #expect(Self.drain(&queue) == ["a1", "b1", "a2"])
    }

    @Test func `are three of four for networks that are known`() {
        var queue = FairQueue<String>(most: 100)
        for number in 1...4 {
            _ = queue.append("new\(number)", from: UInt64(number), isKnown: false)
        }
        for number in 1...6 {
            _ = queue.append("old\(number)", from: UInt64(10 + number), isKnown: true)
        }
        let taken = Self.drain(&queue)
        #expect(taken.prefix(8).count { $0.hasPrefix("old") } == 6)
        #expect(taken.prefix(4).contains { $0.hasPrefix("new") })
    }

    @Test func `are lost by the network with most, and not by the last to come`() {
        var queue = Self.queue([("a1", 1), ("a2", 1), ("b1", 2)], most: 3)
        #expect(queue.append("c1", from: 3, isKnown: false) == "a2")
        #expect(queue.append("a3", from: 1, isKnown: false) == "a3")
        #expect(queue.append("d1", from: 4, isKnown: true) == "c1")
        #expect(queue.count == 3)
    }

    @Test func `are not lost by what is promised`() {
        var queue = FairQueue<String>(most: 1)
        #expect(queue.append("a", from: 1, isKnown: false, isFirm: true) == nil)
        #expect(queue.append("b", from: 1, isKnown: false, isFirm: true) == nil)
        #expect(queue.append("c", from: 1, isKnown: false) == "c")
        #expect(Self.drain(&queue) == ["a", "b"])
    }

    @Test func `are remembered for the newest of the known networks`() {
        let known = KnownNetworks()
        for network in 1...120_000 { known.note(UInt64(network)) }
        #expect(known.contains(120_000))
        #expect(known.contains(60_001))
        #expect(!known.contains(1))
    }
}
