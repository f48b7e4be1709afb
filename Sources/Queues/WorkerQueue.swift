import Dispatch
import Synchronization

/// A queue of work for a few threads, with a bound on the waiting work, in total and of each user.
/// Users take turns.
package final class WorkerQueue: Sendable {
    private struct State {
        var waiting = TurnQueue<Int64, @Sendable () -> Void>()
        var idle: [DispatchQueue]
    }

    private let state: Mutex<State>
    /// The most work that waits.
    package let waitingMax: Int
    private let count: Int

    /// - Parameter count: how many workers there are at once.
    package init(count: Int, waitingMax: Int, name: String) {
        let queues = (0..<max(1, count)).map {
            DispatchQueue(label: "upfor.\(name)-\($0)", qos: .utility)
        }
        (self.count, self.waitingMax) = (queues.count, waitingMax)
        state = Mutex(State(idle: queues))
    }

    /// A user may have a quarter of the waiting work: so many users are needed to fill the queue.
    private static let usersMin = 4

    /// - Parameter user: the user who requests it.
    /// - Returns: false when too much work waits already.
    package func submit(for user: Int64, _ task: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, queue): (Bool, DispatchQueue?) = state.withLock { state in
            let isFull =
                state.waiting.count >= waitingMax
                || state.waiting.count(of: user) >= max(1, waitingMax / Self.usersMin)
            guard !isFull || state.waiting.count == 0 && !state.idle.isEmpty else {
                return (false, nil)
            }
            state.waiting.append(task, of: user)
            return (true, state.waiting.readyCount > 0 ? state.idle.popLast() : nil)
        }
        queue?.async { [self] in drain(queue) }
        return isTaken
    }

    /// How many wait, or are being done.
    package var busyCount: Int { state.withLock { $0.waiting.count + count - $0.idle.count } }

    private func drain(_ queue: DispatchQueue?) {
        var done: Int64?
        while true {
            let next = state.withLock { state in
                if let done { state.waiting.finish(done) }
                let next = state.waiting.takeFirst()
                if next == nil, let queue { state.idle.append(queue) }
                return next
            }
            guard let next else { return }
            next.element()
            done = next.owner
        }
    }
}
