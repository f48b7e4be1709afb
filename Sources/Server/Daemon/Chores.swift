import Dispatch
import Kernel
import Synchronization
import Wire

/// Does what the daemon does by itself, at its intervals, as transactions like any other.
final class Chores: Sendable {
    private let timers: Mutex<[any DispatchSourceTimer]>

    init(_ chores: [Chore], store: any Store) {
        let queue = DispatchQueue(label: "upfor.chores")
        timers = Mutex(chores.map { Self.timer($0, on: queue, store) })
    }

    func start() {
        timers.withLock { timers in timers.forEach { $0.activate() } }
    }

    func stop() {
        timers.withLock { timers in timers.forEach { $0.cancel() } }
    }

    private static func timer(
        _ chore: Chore, on queue: DispatchQueue, _ store: any Store
    ) -> any DispatchSourceTimer {
        let milliseconds = Int(chore.interval.components.seconds * 1000)
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(
            deadline: .now() + .milliseconds(milliseconds),
            repeating: .milliseconds(milliseconds), leeway: .milliseconds(milliseconds / 10))
        timer.setEventHandler { store.write([WriteJob(starter: chore.run)]) }
        return timer
    }
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
