import Dispatch
import EventLoop
import Synchronization
import Testing

@Suite struct `Posting` {
    @Test func `keeps the order of each thread, and loses nothing`() throws {
        let world = try World()
        let seen = Seen()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<1_000 {
                world.loop.post { _ in seen.append(thread, number) }
            }
        }
        _ = try world.onLoop { _ in }
        for thread in 0..<8 { #expect(seen.numbers(of: thread) == Array(0..<1_000)) }
    }

    @Test func `has its turn between reads that take long, which keep their order`() throws {
        let world = try World(.slow)
        let crowd = try Crowd(count: 4, port: world.listener.port)
        let expected = world.journal.opened(4).map { Journal.Event.received($0, byteCount: 1) }
        let (held, ready) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        world.loop.post { _ in
            held.signal()
            ready.wait()
        }
        held.wait()
        for place in 0..<4 { try crowd[place].send([1]) }
        ready.signal()
        for place in 0..<4 { #expect(try crowd[place].receive(1) == [1]) }
        #expect(world.journal.all.filter(expected.contains) == expected)
        let (last, posted) = (expected.last, world.journal.all.firstIndex(of: .posted))
        #expect(try #require(posted) < #require(world.journal.all.firstIndex { $0 == last }))
    }

    @Test func `before the start waits for it`() throws {
        let seen = Seen()
        let journal = Journal()
        let loop = try EventLoop(name: "late") { Recorder(journal, .mute) }
        for number in 0..<3 { loop.post { _ in seen.append(0, number) } }
        #expect(seen.numbers(of: 0).isEmpty)
        let done = DispatchSemaphore(value: 0)
        loop.start()
        loop.post { _ in done.signal() }
        #expect(done.wait(timeout: .now() + Journal.patience) == .success)
        #expect(seen.numbers(of: 0) == [0, 1, 2])
    }

    @Test func `after the stop still runs, and finds nobody`() async throws {
        let world = try World()
        let peer = try world.peer()
        let connection = try #require(world.journal.opened(1).first)
        peer.finish()
        await world.loop.stop()
        let outcome = try world.onLoop { loop in
            [UInt8(1)].withUnsafeBytes { loop.send($0, to: connection) }
        }
        #expect(outcome == .gone)
    }

    @Test func `and awaiting are one queue`() async throws {
        let world = try World()
        let seen = Seen()
        world.loop.post { _ in seen.append(0, 1) }
        _ = await world.loop.connectionCount
        #expect(seen.numbers(of: 0) == [1])
    }
}

private final class Seen: Sendable {
    private let numbers = Mutex<[Int: [Int]]>([:])

    func append(_ thread: Int, _ number: Int) {
        numbers.withLock { $0[thread, default: []].append(number) }
    }

    func numbers(of thread: Int) -> [Int] {
        numbers.withLock { $0[thread] ?? [] }
    }
}
