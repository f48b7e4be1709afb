import Dispatch
import Synchronization

/// Runs an actor's jobs on a serial dispatch queue.
///
/// Needed on Linux, where `DispatchSerialQueue` does not exist.
package final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue
    /// Work that was brought and is not done.
    private let count = Atomic(0)

    package init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    /// Has work done behind all that was brought before.
    package func post(_ work: @escaping @Sendable () -> Void) {
        count.add(1, ordering: .relaxed)
        queue.async {
            work()
            self.count.subtract(1, ordering: .relaxed)
        }
    }

    /// The same, later.
    package func post(afterMilliseconds milliseconds: Int, _ work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { self.post(work) }
    }

    /// Has work done behind all that was brought before: by the caller, when there is nothing.
    func postOrDo(_ work: @escaping @Sendable () -> Void) {
        guard count.load(ordering: .relaxed) == 0 else { return post(work) }
        postAndWait(work)
    }

    /// Has work done behind all that was brought before, and returns when it is.
    package func postAndWait(_ work: @Sendable () -> Void) {
        count.add(1, ordering: .relaxed)
        queue.sync(execute: work)
        count.subtract(1, ordering: .relaxed)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        post { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
