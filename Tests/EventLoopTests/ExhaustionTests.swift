import EventLoop
import Glibc
import Testing

@Suite struct `Too many connections` {
    @Test func `for the process rest the listener instead of spinning, and it recovers`() async {
        // In a process of its own: the limit on descriptors is everybody's.
        await #expect(processExitsWith: .success) {
            let world = try World()
            // Whatever Dispatch opens for a loop is there once that serves; it traps without.
            let first = try world.peer()
            try first.send([0])
            try #require(try first.receive(1) == [0])
            var scarce = rlimit(rlim_cur: 40, rlim_max: 4_096)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &scarce)
            var crowd: Crowd? = try Crowd(count: 8, port: world.listener.port)
            while let fuller = try? Crowd(count: 1, port: world.listener.port) {
                crowd?.join(fuller)
            }
            let paused = world.journal.first { events in
                events.contains(.acceptPaused(.exhausted(errno: EMFILE))) ? true : nil
            }
            try #require(paused == true)
            let spent = clock()
            usleep(1_000_000)
            try #require(clock() - spent < CLOCKS_PER_SEC / 20)
            crowd = nil
            let resumed = world.journal.first { $0.contains(.acceptResumed) ? true : nil }
            try #require(resumed == true)
            let peer = try world.peer()
            try peer.send([1])
            try #require(try peer.receive(1) == [1])
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `for the loop wait in the backlog until there is room`() throws {
        var limits = LoopLimits()
        limits.connectionsMax = 2
        limits.acceptPause = .milliseconds(20)
        let world = try World(limits: limits)
        let third: Peer
        do {
            let pair = try Crowd(count: 2, port: world.listener.port)
            #expect(world.journal.opened(2).count == 2)
            third = try world.peer()
            try third.send([3])
            let paused = world.journal.first {
                $0.contains(.acceptPaused(.connectionsMax)) ? true : nil
            }
            #expect(paused == true)
            #expect(pair.count == 2)
        }
        #expect(try third.receive(1) == [3])
        // The second of the pair may leave later than the first, and be waited for again.
        let resumed = world.journal.first { $0.contains(.acceptResumed) ? true : nil }
        #expect(resumed == true)
    }
}
