import Dispatch
import Kernel
import Queues
import Synchronization

/// The reading connections, and the jobs that wait for them.
final class StoreReaders: Sendable {
    private struct State {
        var waiting = TurnQueue<ReadJob.Owner, ReadJob>()
        var idle: [Int]
    }

    private let readers: [StoreReader]
    private let state: Mutex<State>
    /// Readers that are being woken: `close` waits until what was accepted is on a queue.
    private let waking = DispatchGroup()
    private let turn = Atomic<Int>(0)

    /// - Parameter readers: at least one.
    init(_ readers: [StoreReader]) {
        self.readers = readers
        state = Mutex(State(idle: Array(readers.indices)))
    }

    func append(_ jobs: [ReadJob]) {
        let woken = state.withLock { state in
            for job in jobs { state.waiting.append(job, of: job.owner) }
            let woken = state.idle.suffix(state.waiting.readyCount)
            state.idle.removeLast(woken.count)
            waking.enter()
            return woken
        }
        // Outside the lock: readers would spin at it for as long as it takes to wake one.
        for index in woken { readers[index].run { [self] in drain(index) } }
        waking.leave()
    }

    /// How many jobs wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Reads on the calling thread, in a transaction of its own.
    func snapshot<Result>(
        _ body: (Snapshot) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        let number = turn.wrappingAdd(1, ordering: .relaxed).newValue
        return try readers[Int(UInt(bitPattern: number) % UInt(readers.count))].snapshot(body)
    }

    func close() {
        waking.wait()
        for reader in readers { reader.close() }
    }

    /// One job at a time: the answers of a whole turn may be a gigabyte.
    private func drain(_ index: Int) {
        var done: ReadJob?
        while let job = next(after: done, index) {
            readers[index].answer(job)
            done = job
        }
    }

    private func next(after done: ReadJob?, _ index: Int) -> ReadJob? {
        state.withLock { state in
            if let done { state.waiting.finish(done.owner) }
            let next = state.waiting.takeFirst()?.element
            if next == nil { state.idle.append(index) }
            return next
        }
    }
}
