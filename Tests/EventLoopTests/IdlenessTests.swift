import EventLoop
import Testing

@Suite struct `A loop with nothing to do sleeps` {
    /// How many turns the loop takes in a tenth of a second of its own time.
    private func turns(_ world: World, timedBy connection: ConnectionID) throws -> Int {
        let before = try world.onLoop { loop in
            loop.setDeadline(connection, afterMilliseconds: 100)
            return loop.counters.turns
        }
        let expired = world.journal.first { events in
            events.contains { if case .expired(connection, _) = $0 { true } else { false } }
                ? true : nil
        }
        #expect(expired == true)
        return try world.onLoop { $0.counters.turns } - before
    }

    @Test(arguments: Carrier.allCases)
    func `while it does not read a peer that sends`(carrier: Carrier) throws {
        let world = try World(.mute, over: carrier)
        let peer = try world.peer()
        let connection = try #require(world.journal.opened(1).first)
        _ = try world.onLoop { $0.pauseReading(connection) }
        try peer.send(pattern(1_000))
        #expect(try turns(world, timedBy: connection) < 20)
    }

    @Test(arguments: Carrier.allCases)
    func `while a peer that has ended its stream still reads ours`(carrier: Carrier) throws {
        let world = try World(.patient, over: carrier)
        let peer = try world.peer()
        let connection = try #require(world.journal.opened(1).first)
        peer.finish()
        let finished = world.journal.first { $0.contains(.finished(connection)) ? true : nil }
        #expect(finished == true)
        #expect(try turns(world, timedBy: connection) < 20)
        let outcome = try world.onLoop { loop in
            let outcome = [UInt8(1)].withUnsafeBytes { loop.send($0, to: connection) }
            loop.close(connection)
            return outcome
        }
        #expect(outcome == .queued)
        #expect(try peer.receive(2) == [1])
        #expect(world.journal.closures(1) == [.byPeer])
    }

    @Test(arguments: Carrier.allCases)
    func `while a peer does not take what waits for it`(carrier: Carrier) throws {
        let world = try World(.mute, over: carrier)
        let peer = try world.peer(receiveBytes: 4_096)
        let connection = try #require(world.journal.opened(1).first)
        _ = try world.onLoop { loop in
            pattern(262_144).withUnsafeBytes { _ = loop.send($0, to: connection) }
        }
        #expect(try turns(world, timedBy: connection) < 20)
        #expect(try peer.receive(262_144) == pattern(262_144))
    }
}
