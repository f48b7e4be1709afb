import Dispatch
import Kernel
import Synchronization
import Wire

/// Does what the daemon does by itself, at its intervals, as transactions like any other.
final class Chores: Sendable {
    private let chores: [Chore]
    private let store: any Store
    /// In the order of the chores.
    private let timers: Mutex<[any DispatchSourceTimer]>

    init(_ chores: [Chore], store: any Store) {
        (self.chores, self.store) = (chores, store)
        let queue = DispatchQueue(label: "upfor.chores")
        timers = Mutex(chores.map { _ in DispatchSource.makeTimerSource(queue: queue) })
    }

    func start() {
        for (index, chore) in chores.enumerated() {
            timers.withLock { timers in
                timers[index].setEventHandler { [weak self] in self?.turn(index) }
            }
            schedule(index, in: chore.interval)
        }
        timers.withLock { timers in timers.forEach { $0.activate() } }
    }

    func stop() {
        timers.withLock { timers in timers.forEach { $0.cancel() } }
    }

    private func turn(_ index: Int) {
        let run = chores[index].run
        let job = WriteJob(starter: { [weak self] (transaction) throws(Refusal) in
            guard try run(transaction) else { return }
            // By the timer: a job that has to be done twice still has one successor.
            self?.schedule(index, in: .zero)
        })
        store.write([job])
    }

    /// The next turn of a chore; further ones at its interval.
    private func schedule(_ index: Int, in delay: Duration) {
        let interval = chores[index].interval.milliseconds
        timers.withLock { timers in
            timers[index].schedule(
                deadline: .now() + .milliseconds(delay.milliseconds),
                repeating: .milliseconds(interval),
                leeway: .milliseconds(delay.milliseconds / 10))
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int(components.seconds) * 1_000 }
}

extension WriteJob {
    /// The daemon's own work, which nobody waits for.
    init(starter run: @escaping @Sendable (Transaction) throws(Refusal) -> Void) {
        self.init(origin: nil) { (transaction) throws(Refusal) in
            try run(transaction)
            return .done(Done())
        }
    }
}
