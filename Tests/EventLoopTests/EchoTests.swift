import EventLoop
import Testing

@Suite struct `A loop that echoes` {
    @Test(arguments: [1, 64, 4_096, 65_536, 65_537, 1_000_003], Carrier.allCases)
    func `gives back what it gets, whatever its size`(byteCount: Int, carrier: Carrier) throws {
        let world = try World(over: carrier)
        let peer = try world.peer()
        let sent = pattern(byteCount)
        for start in stride(from: 0, to: byteCount, by: 100_000) {
            let piece = Array(sent[start..<min(start + 100_000, byteCount)])
            try peer.send(piece)
            #expect(try peer.receive(piece.count) == piece)
        }
    }

    @Test(arguments: [1, 999, 4_096], Carrier.allCases)
    func `is given again what it has left, before what has come since`(
        byteCount: Int, carrier: Carrier
    ) throws {
        let world = try World(.sparing(byteCount: byteCount), over: carrier)
        let peer = try world.peer()
        let other = try world.peer()
        let sent = pattern(2_000)
        for _ in 1...3 { try peer.send(sent) }
        try other.send(sent)
        #expect(try other.receive(sent.count) == sent)
        for _ in 1...3 { #expect(try peer.receive(sent.count) == sent) }
        let connection = try #require(world.journal.opened(1).first)
        try peer.send(sent)
        try world.onLoop { $0.pauseReading(connection) }
        try world.onLoop { $0.resumeReading(connection) }
        #expect(try peer.receive(sent.count) == sent)
    }

    @Test func `keeps two thousand connections apart`() throws {
        let world = try World()
        let crowd = try Crowd(count: 2_000, port: world.listener.port)
        for place in 0..<crowd.count { try crowd[place].send(pattern(64, seed: place)) }
        for place in 0..<crowd.count {
            #expect(try crowd[place].receive(64) == pattern(64, seed: place))
        }
        #expect(try world.onLoop { $0.connectionCount } == 2_000)
    }

    @Test func `shares a listener with another loop, and each connection has one owner`() throws {
        let one = try World()
        let two = try World(listener: one.listener)
        let crowd = try Crowd(count: 200, port: one.listener.port)
        for place in 0..<crowd.count {
            try crowd[place].send([UInt8(truncatingIfNeeded: place)])
            #expect(try crowd[place].receive(1) == [UInt8(truncatingIfNeeded: place)])
        }
        let accepted = try one.onLoop { $0.counters.accepted } + two.onLoop { $0.counters.accepted }
        #expect(accepted == 200)
    }

    @Test(arguments: Carrier.allCases)
    func `answers a peer that ends its stream in full, and then ends its own`(carrier: Carrier)
        throws
    {
        let world = try World(over: carrier)
        let peer = try world.peer()
        try peer.send(pattern(200_000))
        peer.finish()
        #expect(try peer.receive(300_000) == pattern(200_000))
        #expect(world.journal.closures(1) == [.byPeer])
    }

    @Test(arguments: Carrier.allCases)
    func `writes once a turn, however often it sends`(carrier: Carrier) throws {
        let world = try World(.mute, over: carrier)
        let peer = try world.peer()
        let connection = try #require(world.journal.opened(1).first)
        let before = try world.onLoop { $0.counters.writes }
        _ = try world.onLoop { loop in
            for _ in 0..<1_000 {
                _ = loop.withOutput(of: connection, reserving: 3) { $0 += [1, 2, 3] }
            }
        }
        #expect(try peer.receive(3_000).count == 3_000)
        #expect(try world.onLoop { $0.counters.writes } == before + 1)
    }
}
