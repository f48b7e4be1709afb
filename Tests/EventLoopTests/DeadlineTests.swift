import EventLoop
import Testing

@Suite struct `A deadline` {
    private func expiry(_ world: World, of connection: ConnectionID) throws -> Duration {
        try #require(
            world.journal.first { events in
                events.compactMap { event -> Duration? in
                    if case .expired(connection, let at) = event { at } else { nil }
                }.first
            })
    }

    /// Sets deadlines one after another on a fresh connection, and says how long the wait was.
    private func wait(_ milliseconds: Int...) throws -> Duration {
        let world = try World(.mute)
        let peer = try world.peer()
        let connection = try #require(world.journal.opened(1).first)
        let start = try world.onLoop { loop in
            for delay in milliseconds { loop.setDeadline(connection, afterMilliseconds: delay) }
            return loop.now
        }
        let end = try expiry(world, of: connection)
        _ = peer.number
        return end - start
    }

    @Test func `passes when it is due, not before`() throws {
        #expect(try wait(50) >= .milliseconds(50))
    }

    @Test func `moves later when it is set again`() throws {
        #expect(try wait(20, 150) >= .milliseconds(150))
    }

    @Test func `moves earlier when it is set again`() throws {
        // The first would pass long after the journal's patience.
        #expect(try wait(3_600_000, 30) >= .milliseconds(30))
    }

    @Test func `does not pass once it is cleared, nor for a connection that is gone`() throws {
        let world = try World(.mute)
        let crowd = try Crowd(count: 3, port: world.listener.port)
        let all = world.journal.opened(3)
        try #require(all.count == 3)
        _ = try world.onLoop { loop in
            loop.setDeadline(all[0], afterMilliseconds: 20)
            loop.setDeadline(all[1], afterMilliseconds: 20)
            loop.setDeadline(all[2], afterMilliseconds: 80)
            loop.clearDeadline(all[0])
            loop.abort(all[1])
        }
        _ = try expiry(world, of: all[2])
        let expired = world.journal.all.filter { if case .expired = $0 { true } else { false } }
        #expect(expired.count == 1)
        #expect(crowd.count == 3)
    }
}
