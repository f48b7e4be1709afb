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
    func `that stands still is given up, and its unsent bytes are logged`(carrier: Carrier) throws {
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
    func `receives a long body between what was sent before and after it`(carrier: Carrier) throws {
        let world = try World(.mute, over: carrier)
        let slow = try world.peer(receiveBytes: 4_096)
        let connection = try #require(world.journal.opened(1).first)
        let body = pattern(3_000_000)
        let outcomes = try world.onLoop { loop in
            [
                loop.send([1, 2, 3], body: body, isShared: true, to: connection),
                loop.send([4], body: body, isShared: true, to: connection),
                loop.withOutput(of: connection, reserving: 2) { $0 += [5, 6] },
            ]
        }
        #expect(outcomes == [.queued, .full, .queued])
        #expect(try slow.receive(3) == [1, 2, 3])
        #expect(try slow.receive(body.count) == body)
        #expect(try slow.receive(2) == [5, 6])
        let again = try world.onLoop { loop in
            loop.send([7], body: pattern(500_000), isShared: false, to: connection)
        }
        #expect(again == .queued)
        #expect(try slow.receive(1) == [7])
        #expect(try slow.receive(500_000) == pattern(500_000))
    }

    @Test func `with most of the output that waits is given up when too much waits`() throws {
        var limits = LoopLimits.patient
        limits.heldBytesMax = 10_000_000
        let world = try World(.mute, limits: limits)
        let one = try world.peer(receiveBytes: 4_096)
        let two = try world.peer(receiveBytes: 4_096)
        let three = try world.peer(receiveBytes: 4_096)
        let connections = world.journal.opened(3)
        let shared = pattern(20_000_000)
        for (connection, size) in zip(connections, [20_000_000, 5_000_000, 6_000_000]) {
            _ = try world.onLoop { loop in
                let isShared = size == shared.count
                let body = isShared ? shared : pattern(size)
                return loop.send([1], body: body, isShared: isShared, to: connection)
            }
        }
        #expect(world.journal.closures(1) == [.stalled])
        #expect(
            try world.onLoop { loop in connections.map { loop.outboxBytes(of: $0) > 0 } }
                == [true, true, false])
        _ = (one.number, two.number, three.number)
    }

    @Test func `rests for the whole time, even when it is resumed meanwhile`() throws {
        let world = try World()
        let peer = try world.peer()
        let connection = try #require(world.journal.opened(1).first)
        let started = try world.onLoop { loop in
            loop.rest(connection, forMilliseconds: 300)
            loop.pauseReading(connection)
            loop.resumeReading(connection)
            return loop.now
        }
        try peer.send([1, 2, 3])
        #expect(try peer.receive(3) == [1, 2, 3])
        #expect(try world.onLoop { $0.now } - started >= .milliseconds(300))
        // What has paused it goes on when the rest is over.
        _ = try world.onLoop { loop in
            loop.pauseReading(connection)
            loop.rest(connection, forMilliseconds: 1)
        }
        let hasRested = world.journal.first { events in
            events.count { $0 == .rested(connection) } == 2 ? true : nil
        }
        #expect(hasRested == true)
        try peer.send([4])
        _ = try world.onLoop { $0.resumeReading(connection) }
        #expect(try peer.receive(1) == [4])
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
