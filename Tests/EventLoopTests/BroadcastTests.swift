import EventLoop
import Testing

@Suite struct `Bytes that many peers get` {
    private func announce(
        _ bytes: [UInt8], to connection: ConnectionID, _ world: World
    ) throws -> SendOutcome {
        try world.onLoop { loop in
            loop.sendAtOnce(bytes.span.bytes, to: connection)
        }
    }

    @Test func `reach all of them, with one write each and nothing kept`() throws {
        let world = try World(.mute)
        let crowd = try Crowd(count: 100, port: world.listener.port)
        let connections = world.journal.opened(100)
        let before = try world.onLoop { $0.counters.writes }
        let waiting = try world.onLoop { loop in
            let bytes = pattern(500)
            return connections.map { connection in
                _ = loop.sendAtOnce(bytes.span.bytes, to: connection)
                return loop.outboxBytes(of: connection)
            }
        }
        #expect(waiting == Array(repeating: 0, count: 100))
        for place in 0..<crowd.count { #expect(try crowd[place].receive(500) == pattern(500)) }
        #expect(try world.onLoop { $0.counters.writes } == before + 100)
    }

    @Test func `come after what was sent before, and before what is sent later`() throws {
        let world = try World(.mute)
        let peer = try world.peer()
        let connection = try #require(world.journal.opened(1).first)
        _ = try world.onLoop { loop in
            _ = loop.sendAtOnce([UInt8(1)].span.bytes, to: connection)
            _ = loop.send([UInt8(2)].span.bytes, to: connection)
            _ = loop.sendAtOnce([UInt8(3)].span.bytes, to: connection)
            _ = loop.sendAtOnce([UInt8]().span.bytes, to: connection)
            _ = loop.send([UInt8(4)].span.bytes, to: connection)
        }
        #expect(try peer.receive(4) == [1, 2, 3, 4])
    }

    @Test func `wait for a slow reader in order, within the bound`() throws {
        let world = try World(.mute)
        let slow = try world.peer(receiveBytes: 4_096)
        let connection = try #require(world.journal.opened(1).first)
        var queuedCount = 0
        while try announce(pattern(10_000, seed: queuedCount), to: connection, world) == .queued {
            queuedCount += 1
        }
        let waiting = try world.onLoop { $0.outboxBytes(of: connection) }
        #expect(waiting > 262_144 - 10_000 && waiting <= 262_144)
        for number in 0..<queuedCount {
            #expect(try slow.receive(10_000) == pattern(10_000, seed: number))
        }
        #expect(try announce([7], to: connection, world) == .queued)
        #expect(try slow.receive(1) == [7])
    }

    @Test func `find out that a peer is gone, and report it to the handler`() throws {
        let world = try World(.mute)
        let connection = try {
            let peer = try world.peer()
            let connection = try #require(world.journal.opened(1).first)
            _ = try world.onLoop { $0.pauseReading(connection) }
            peer.resetOnClose()
            return connection
        }()
        var outcome = SendOutcome.queued
        while outcome == .queued { outcome = try announce([1], to: connection, world) }
        #expect(outcome == .gone)
        #expect(world.journal.closures(1).count == 1)
        #expect(try announce([1], to: connection, world) == .gone)
    }
}
