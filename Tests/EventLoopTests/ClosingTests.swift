import EventLoop
import Glibc
import Testing

@Suite struct `Closing` {
    @Test(arguments: Carrier.allCases)
    func `delivers the farewell to a peer that has not stopped sending`(carrier: Carrier) throws {
        let world = try World(.farewell(byteCount: 200_000), over: carrier)
        let peer = try world.peer(receiveBytes: 4_096)
        try peer.send(pattern(300_000))
        #expect(try peer.receive(300_000).count == 200_000)
        peer.finish()
        #expect(world.journal.closures(1) == [.byUs])
    }

    @Test(arguments: Carrier.allCases)
    func `is no reset for a peer that sends on after our farewell`(carrier: Carrier) throws {
        let world = try World(.farewell(byteCount: 1_000), over: carrier)
        let peer = try world.peer()
        try peer.send([1])
        #expect(try peer.receive(1_000).count == 1_000)
        for _ in 0..<3 { try peer.send(pattern(50_000)) }
        #expect(try peer.receive(1).isEmpty)
        #expect(world.journal.closures(0).isEmpty)
        peer.finish()
        #expect(world.journal.closures(1) == [.byUs])
    }

    @Test(arguments: Carrier.allCases)
    func `at once says why, and waits for nothing`(carrier: Carrier) throws {
        let world = try World(.mute, over: carrier)
        let peer = try world.peer()
        try peer.send([1])
        let connection = world.journal.opened(1)[0]
        _ = world.journal.first { events in
            events.contains(.received(connection, byteCount: 1)) ? true : nil
        }
        _ = try world.onLoop { $0.expel(connection, saying: Array("away".utf8)) }
        #expect(world.journal.closures(1) == [.byUs])
        #expect(try peer.receive(5) == Array("away".utf8))
        _ = try world.onLoop { $0.expel(connection, saying: Array("away".utf8)) }
    }

    @Test(arguments: Carrier.allCases)
    func `at once waits for nothing, however much is to be written`(carrier: Carrier) throws {
        let world = try World(.mute, over: carrier)
        let slow = try world.peer(receiveBytes: 4_096)
        let connection = world.journal.opened(1)[0]
        _ = try world.onLoop { loop in
            pattern(200_000).withUnsafeBytes { _ = loop.send($0, to: connection) }
            loop.expel(connection, saying: [1])
        }
        #expect(world.journal.closures(1) == [.byUs])
        _ = slow.number
    }

    @Test(arguments: Carrier.allCases)
    func `does not wait for ever for a peer that never ends its stream`(carrier: Carrier) throws {
        var limits = LoopLimits.patient
        limits.lingerLimit = .milliseconds(50)
        let world = try World(.farewell(byteCount: 1), limits: limits, over: carrier)
        let peer = try world.peer()
        try peer.send([1])
        #expect(world.journal.closures(1) == [.byUs])
        #expect(try peer.receive(2) == [0x2E])
    }

    @Test(arguments: Carrier.allCases)
    func `does not wait for ever for a peer that reads on and on`(carrier: Carrier) throws {
        var limits = LoopLimits.patient
        limits.flushLimit = .milliseconds(200)
        limits.outboxBytesMax = 8_000_000
        let world = try World(.mute, limits: limits, over: carrier)
        let clock = try world.peer()
        let slow = try world.peer(receiveBytes: 4_096)
        let connections = world.journal.opened(2)
        _ = try world.onLoop { loop in
            pattern(8_000_000).withUnsafeBytes { _ = loop.send($0, to: connections[1]) }
            loop.close(connections[1])
        }
        var closures: [Closure] = []
        for tick in 1...50 where closures.isEmpty {
            // A peer that is slow enough finds a reset.
            _ = try? slow.receiveSome()
            _ = try world.onLoop { $0.setDeadline(connections[0], afterMilliseconds: 20) }
            closures = try #require(world.journal.first { Self.closures($0, afterTick: tick) })
        }
        #expect(closures == [.stalled])
        _ = clock.number
    }

    /// How connections have ended, once a deadline has passed so many times.
    private static func closures(
        _ events: [Journal.Event], afterTick tick: Int
    ) -> [Closure]? {
        var ticks = 0
        var closures: [Closure] = []
        for event in events {
            switch event {
            case .expired: ticks += 1
            case .closed(_, let closure): closures.append(closure)
            default: break
            }
        }
        return ticks >= tick ? closures : nil
    }

    @Test(arguments: Carrier.allCases)
    func `reports a reset`(carrier: Carrier) throws {
        let world = try World(over: carrier)
        do {
            let peer = try world.peer()
            #expect(world.journal.opened(1).count == 1)
            peer.resetOnClose()
        }
        #expect(world.journal.closures(1) == [.reset(errno: ECONNRESET)])
    }

    @Test(arguments: Carrier.allCases)
    func `at once is a reset for the peer, and is reported once`(carrier: Carrier) throws {
        let world = try World(over: carrier)
        let peer = try world.peer()
        let connection = try #require(world.journal.opened(1).first)
        _ = try world.onLoop { loop in
            loop.abort(connection)
            loop.abort(connection)
            loop.close(connection)
        }
        #expect(throws: Peer.Failure.self) { try peer.receive(1) }
        #expect(world.journal.closures(1) == [.byUs])
        #expect(try world.onLoop { $0.connectionCount } == 0)
        #expect(world.journal.closures(1).count == 1)
    }

    @Test func `leaves a dead identifier dead when its place is taken again`() throws {
        let world = try World()
        let old: ConnectionID
        do {
            let first = try world.peer()
            old = try #require(world.journal.opened(1).first)
            first.finish()
            #expect(world.journal.closures(1) == [.byPeer])
        }
        let second = try world.peer()
        let new = try #require(world.journal.opened(2).last)
        #expect(new.index == old.index)
        #expect(new.generation != old.generation)
        let outcome = try world.onLoop { [old] loop in
            loop.abort(old)
            loop.close(old)
            loop.setDeadline(old, afterMilliseconds: 0)
            return [UInt8(1)].withUnsafeBytes { loop.send($0, to: old) }
        }
        #expect(outcome == .gone)
        try second.send([7])
        #expect(try second.receive(1) == [7])
    }

    @Test func `the loop closes everything, and then stop returns`() async throws {
        let world = try World()
        let crowd = try Crowd(count: 50, port: world.listener.port)
        #expect(world.journal.opened(50).count == 50)
        crowd.finishAll()
        await world.loop.stop()
        #expect(world.journal.closures(50).count == 50)
        #expect(await world.loop.connectionCount == 0)
        for place in 0..<crowd.count { #expect(try crowd[place].receive(1).isEmpty) }
    }

    @Test func `a loop that never started stops as well, and twice`() async throws {
        let journal = Journal()
        let loop = try EventLoop(name: "idle") { Recorder(journal, .mute) }
        await loop.stop()
        await loop.stop()
        #expect(journal.all.isEmpty)
    }
}

extension Crowd {
    func finishAll() {
        for place in 0..<count { self[place].finish() }
    }
}
