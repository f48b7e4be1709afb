import Dispatch
import Synchronization

/// Runs an actor's jobs on a serial dispatch queue.
///
/// Needed on Linux, where `DispatchSerialQueue` does not exist.
package final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue
    /// Work that was posted and is not done.
    private let count = Atomic(0)

    package init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    /// Queues work behind all that was posted before.
    package func post(_ work: @escaping @Sendable () -> Void) {
        count.add(1, ordering: .relaxed)
        queue.async {
            work()
            self.count.subtract(1, ordering: .relaxed)
        }
    }

    /// Queues work after a delay.
    package func post(afterMilliseconds milliseconds: Int, _ work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { self.post(work) }
    }

    /// Runs work behind all that was posted before; on the calling thread if nothing is queued.
    func postOrDo(_ work: @escaping @Sendable () -> Void) {
        guard count.load(ordering: .relaxed) == 0 else { return post(work) }
        postAndWait(work)
    }

    /// Runs work behind all that was posted before, and returns when it is done.
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
