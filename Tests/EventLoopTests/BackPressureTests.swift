import EventLoop
import Testing

@Suite struct `A slow reader` {
    /// Sends blocks until the outbox refuses one although the socket was offered the rest.
    private func fill(_ world: World, _ connection: ConnectionID) throws -> Int {
        var queuedCount = 0
        while true {
            let count = try world.onLoop { loop in
                let block = pattern(1_000)
                var count = 0
                while block.withUnsafeBytes({ loop.send($0, to: connection) }) == .queued {
                    count += 1
                }
                return count
            }
            guard count > 0 else { return queuedCount }
            queuedCount += count
        }
    }

    @Test(arguments: Carrier.allCases)
    func `fills its outbox, loses nothing that was queued, and nobody else notices`(
        carrier: Carrier
    ) throws {
        let world = try World(.mute, over: carrier)
        let slow = try world.peer(receiveBytes: 4_096)
        let connection = try #require(world.journal.opened(1).first)
        let queuedCount = try fill(world, connection)
        let waiting = try world.onLoop { $0.outboxBytes(of: connection) }
        #expect(waiting > 262_144 - 1_000 && waiting <= 262_144)

        let brisk = try world.peer()
        let other = try #require(world.journal.opened(2).last)
        _ = try world.onLoop { loop in [UInt8(9)].withUnsafeBytes { _ = loop.send($0, to: other) } }
        #expect(try brisk.receive(1) == [9])

        let block = pattern(1_000)
        for _ in 0..<queuedCount { #expect(try slow.receive(1_000) == block) }
        #expect(try world.onLoop { $0.outboxBytes(of: connection) } == 0)
    }

    @Test(arguments: Carrier.allCases)
    func `that stands still is given up, and the log is told what waited`(carrier: Carrier) throws {
        var limits = LoopLimits.patient
        limits.stallLimit = .milliseconds(100)
        let world = try World(.mute, limits: limits, over: carrier)
        let slow = try world.peer(receiveBytes: 4_096)
        let connection = try #require(world.journal.opened(1).first)
        _ = try world.onLoop { loop in
            pattern(262_144).withUnsafeBytes { _ = loop.send($0, to: connection) }
        }
        #expect(world.journal.closures(1) == [.stalled])
        let told = world.journal.all.contains { event in
            if case .stalled(connection, let bytes) = event { bytes > 0 } else { false }
        }
        #expect(told)
        _ = slow.number
    }

    @Test func `costs a writer that overruns its reservation what it appended, no more`() throws {
        var limits = LoopLimits.patient
        limits.outboxBytesMax = 100
        let world = try World(.mute, limits: limits)
        let peer = try world.peer()
        let connection = try #require(world.journal.opened(1).first)
        let outcomes = try world.onLoop { loop in
            [
                loop.withOutput(of: connection, reserving: 4) { $0 += [1, 2, 3, 4] },
                loop.withOutput(of: connection, reserving: 1) { $0 += pattern(97) },
                loop.withOutput(of: connection, reserving: 97) { $0 += pattern(97) },
                loop.withOutput(of: connection, reserving: 97) { $0 += [6] },
                loop.withOutput(of: connection, reserving: 1) { $0 += [5] },
            ]
        }
        #expect(outcomes == [.queued, .full, .full, .full, .queued])
        #expect(try peer.receive(5) == [1, 2, 3, 4, 5])
    }

    @Test(arguments: Carrier.allCases)
    func `can be held up by us as well, until we read again`(carrier: Carrier) throws {
        let world = try World(over: carrier)
        let peer = try world.peer()
        let connection = try #require(world.journal.opened(1).first)
        _ = try world.onLoop { $0.pauseReading(connection) }
        try peer.send([1, 2, 3])
        // Another connection's echo shows that the loop has been through its events.
        let other = try world.peer()
        try other.send([4])
        #expect(try other.receive(1) == [4])
        #expect(!world.journal.all.contains(.received(connection, byteCount: 3)))
        _ = try world.onLoop { $0.resumeReading(connection) }
        #expect(try peer.receive(3) == [1, 2, 3])
    }
}
