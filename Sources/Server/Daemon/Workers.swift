import Dispatch
import Kernel
import Synchronization
import Wire

/// Where commands go that take long (a password takes 20 ms of a core): a few queues of their
/// own, and a bound on how many may wait.
final class Workers: Sendable {
    private let queues: [DispatchQueue]
    private let state: Mutex<(waitingMax: Int, waiting: Int, turn: Int)>
    private let isStopped = Atomic(false)
    private let store: any Store
    private let sink: @Sendable ([Completion]) -> Void

    /// - Parameters:
    ///   - count: how many run at once.
    ///   - waitingMax: most that wait or run; more are refused.
    ///   - sink: gets the refusals; what succeeds goes on to the store.
    ///   - name: of their threads.
    init(
        count: Int, waitingMax: Int, store: any Store,
        sink: @escaping @Sendable ([Completion]) -> Void, name: String = "worker"
    ) {
        queues = (0..<max(1, count)).map {
            DispatchQueue(label: "upfor.\(name)-\($0)", qos: .utility)
        }
        state = Mutex((waitingMax, 0, 0))
        self.store = store
        self.sink = sink
    }

    /// - Parameter evenIfFull: for what takes no time, and must come behind what is here.
    /// - Returns: false when too many wait already, and the command must be refused.
    func submit(
        _ prepare: @escaping @Sendable (any Store) throws(Refusal) -> Work, _ origin: Origin,
        evenIfFull: Bool = false
    ) -> Bool {
        let queue: DispatchQueue? = state.withLock { state in
            guard evenIfFull || state.waiting < state.waitingMax else { return nil }
            state.waiting += 1
            state.turn = (state.turn + 1) % queues.count
            return queues[state.turn]
        }
        queue?.async { [self] in
            perform(prepare, origin)
            state.withLock { $0.waiting -= 1 }
        }
        return queue != nil
    }

    /// How many wait, or are being done.
    var waitingCount: Int { state.withLock { $0.waiting } }

    /// Most that may wait or run now.
    var waitingMax: Int { state.withLock { $0.waitingMax } }

    /// From now on so many may wait or run.
    func allow(waiting waitingMax: Int) {
        state.withLock { $0.waitingMax = waitingMax }
    }

    /// Does nothing more, and returns when what was begun is done: nobody waits for the rest.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        for queue in queues { queue.sync {} }
    }

    private func perform(
        _ prepare: @Sendable (any Store) throws(Refusal) -> Work, _ origin: Origin
    ) {
        guard !isStopped.load(ordering: .relaxed) else { return }
        do throws(Refusal) {
            switch try prepare(store) {
            case .write(let run): store.write([WriteJob(origin: origin, run: run)])
            case .read(let run):
                store.read([ReadJob(origin: origin, owner: .init(nil, at: origin), run: run)])
            case .wait(let awaited, let next):
                // It was let in before, and takes no place while it waits.
                awaited { _ = self.submit(next, origin, evenIfFull: true) }
            case .refused(let refusal): throw refusal
            case .prepare, .live: throw .fault
            }
        } catch {
            sink([Completion(origin: origin, result: .failure(error))])
        }
    }
}
