import Dispatch
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite struct `Too many connections` {
    @Test func `for the process rest the listener instead of spinning, and it recovers`() async {
        // In a process of its own: the limit on descriptors is everybody's.
        await #expect(processExitsWith: .success) {
            let world = try World()
            let folder = try TemporaryFolder()
            let local = try Listener(path: folder.path + "/socket")
            world.loop.post { $0.listen(on: local) }
            var scarce = rlimit(rlim_cur: 80, rlim_max: 4_096)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &scarce)
            let crowd = try Crowd(untilPausedBy: world)
            try #require(world.journal.all.contains(.acceptPaused(.exhausted(errno: EMFILE))))
            // What else the process does goes on. Dispatch is among it: without a descriptor it
            // traps when work waits for a thread.
            let file = open("/dev/null", O_RDONLY)
            try #require(file >= 0)
            close(file)
            // And a caller at the Unix socket is accepted.
            let count = world.journal.opened(1).count
            let caller = try #require(Self.call(folder.path + "/socket"))
            try #require(world.journal.opened(count + 1).count == count + 1)
            close(caller)
            for _ in 0..<100 { DispatchQueue.global().async { usleep(50_000) } }
            let spent = clock()
            usleep(1_000_000)
            // A loop that spins takes all that it can get, beside two others a third.
            try #require(clock() - spent < CLOCKS_PER_SEC / 5)
            crowd.leave()
            let resumed = world.journal.first { $0.contains(.acceptResumed) ? true : nil }
            try #require(resumed == true)
            let peer = try world.peer()
            try peer.send([1])
            try #require(try peer.receive(1) == [1])
            exit(EXIT_SUCCESS)
        }
    }

    /// A descriptor connected to a Unix socket; nil when nobody listens.
    private static func call(_ path: String) -> Int32? {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return status == 0 ? number : nil
    }

    @Test func `for the loop wait in the backlog until there is room`() throws {
        var limits = LoopLimits.patient
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
