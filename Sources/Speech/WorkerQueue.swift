import Dispatch
import Synchronization

/// Where work for workers waits: a few threads that do it, and a bound on what may wait.
final class WorkerQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var idle: [DispatchQueue]
    }

    private let state: Mutex<State>
    /// Most that wait.
    let waitingMax: Int
    private let count: Int

    /// - Parameter count: how many workers there are at once.
    init(count: Int, waitingMax: Int, name: String) {
        let queues = (0..<max(1, count)).map {
            DispatchQueue(label: "upfor.\(name)-\($0)", qos: .utility)
        }
        (self.count, self.waitingMax) = (queues.count, waitingMax)
        state = Mutex(State(idle: queues))
    }

    /// - Returns: false when too much waits already.
    func submit(_ task: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, queue): (Bool, DispatchQueue?) = state.withLock { state in
            guard !state.idle.isEmpty || state.waiting.count < waitingMax else {
                return (false, nil)
            }
            state.waiting.append(task)
            return (true, state.idle.popLast())
        }
        queue?.async { [self] in drain(queue) }
        return isTaken
    }

    /// How many wait, or are being done.
    var busyCount: Int { state.withLock { $0.waiting.count + count - $0.idle.count } }

    private func drain(_ queue: DispatchQueue?) {
        while true {
            let next: (@Sendable () -> Void)? = state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                if let queue { state.idle.append(queue) }
                return nil
            }
            guard let next else { return }
            next()
        }
    }
}
