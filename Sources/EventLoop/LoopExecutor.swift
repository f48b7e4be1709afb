import CLinux
import Dispatch
import Glibc
import Synchronization

/// Runs a loop: its actor's jobs and the work posted to it share one mailbox, in order.
///
/// While the loop runs it may be asleep in `epoll_wait`, so what arrives is put in a locked array
/// and an eventfd wakes the loop: one write for a batch, however many threads add to it. Before the
/// start the mail waits; after the end it goes straight to the queue.
final class LoopExecutor<Handler: ConnectionHandler>: SerialExecutor {
    enum Mail: Sendable {
        case work(@Sendable (isolated EventLoop<Handler>) -> Void)
        case job(UnownedJob)
    }

    private enum Delivery {
        case mailbox([Mail])
        case queue
    }

    /// How `deliver` found the mailbox.
    private enum Found {
        case empty, filled, ended
    }

    let queue: DispatchQueue
    private let wake: Descriptor
    private let delivery = Mutex<Delivery>(.mailbox([]))

    init(label: String) throws(SystemError) {
        guard let wake = Descriptor(owning: linux_eventfd(0, O_CLOEXEC)) else {
            throw SystemError("eventfd")
        }
        self.wake = wake
        queue = DispatchQueue(label: label)
    }

    /// The eventfd. Watched edge-triggered, so that it never has to be read.
    var wakeNumber: Int32 { wake.number }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard !deliver(.job(job)) else { return }
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Puts `mail` in the mailbox. False when the loop has ended and reads it no more.
    func deliver(_ mail: Mail) -> Bool {
        let found = delivery.withLock { delivery -> Found in
            guard case .mailbox(var mails) = delivery else { return .ended }
            delivery = .queue  // Lets go of the array, so that appending does not copy it.
            mails.append(mail)
            delivery = .mailbox(mails)
            return mails.count == 1 ? .empty : .filled
        }
        if case .empty = found { _ = linux_eventfd_write(wake.number, 1) }
        if case .ended = found { return false }
        return true
    }

    /// Takes everything out of the mailbox, and leaves `empty` there with its allocation.
    func collect(leaving empty: inout [Mail]) {
        delivery.withLock { delivery in
            guard case .mailbox(let mails) = delivery else { return }
            delivery = .mailbox(empty)
            empty = mails
        }
    }

    /// From now on everything goes to the queue. Returns what was left in the mailbox.
    func retire() -> [Mail] {
        delivery.withLock { delivery in
            guard case .mailbox(let mails) = delivery else { return [] }
            delivery = .queue
            return mails
        }
    }
}
