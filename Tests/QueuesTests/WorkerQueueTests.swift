import Dispatch
import Queues
import Synchronization
import Testing

/// Words to be spoken, recordings to be judged and files to be made wait for a few workers.
@Suite struct `Work for a few workers` {
    @Test(.timeLimit(.minutes(5))) func `takes turns by user, who each have few waiting`() {
        let queue = WorkerQueue(count: 1, waitingMax: 8, name: "test")
        let (gate, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let order = Mutex<[Int64]>([])
        let work: @Sendable (Int64) -> @Sendable () -> Void = { user in
            {
                gate.wait()
                order.withLock { $0.append(user) }
                end.signal()
            }
        }
        // One is under way, two wait.
        #expect(queue.submit(for: 1, work(1)))
        while queue.busyCount > 1 {}
        #expect((0..<5).map { _ in queue.submit(for: 1, work(1)) }.count { $0 } <= 3)
        #expect(queue.submit(for: 2, work(2)))
        let count = queue.busyCount
        for _ in 0..<count { gate.signal() }
        for _ in 0..<count { end.wait() }
        #expect(order.withLock { $0 }.firstIndex(of: 2) ?? 9 <= 2)
    }

    @Test func `of many users is bounded, too`() {
        let queue = WorkerQueue(count: 1, waitingMax: 8, name: "test")
        let gate = DispatchSemaphore(value: 0)
        let taken = (1...100).count { user in queue.submit(for: Int64(user)) { gate.wait() } }
        for _ in 0..<taken { gate.signal() }
        #expect(taken == 8 || taken == 9)
    }
}
