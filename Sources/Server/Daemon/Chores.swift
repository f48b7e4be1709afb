import Dispatch
import Kernel
import Synchronization
import Wire

/// Does what the daemon does by itself, at its intervals, as transactions like any other.
final class Chores: Sendable {
    private let chores: [Chore]
    private let store: any Store
    /// Says which node's they are; nil: there is one node.
    private let leases: NodeLeases?
    /// A chore's timer, and how many turns it has been given.
    private struct Schedule {
        let timer: any DispatchSourceTimer
        var turnCount = 0
    }

    /// In the order of the chores.
    private let schedules: Mutex<[Schedule]>

    init(_ chores: [Chore], store: any Store, leases: NodeLeases? = nil) {
        (self.chores, self.store, self.leases) = (chores, store, leases)
        let queue = DispatchQueue(label: "upfor.chores")
        schedules = Mutex(
            chores.map { _ in Schedule(timer: DispatchSource.makeTimerSource(queue: queue)) })
    }

    func start() {
        schedules.withLock { schedules in
            for (index, schedule) in schedules.enumerated() {
                schedule.timer.setEventHandler { [weak self] in self?.turn(index) }
                Self.set(schedule.timer, in: chores[index].interval, chores[index])
                schedule.timer.activate()
            }
        }
    }

    func stop() {
        schedules.withLock { schedules in schedules.forEach { $0.timer.cancel() } }
    }

    private func turn(_ index: Int) {
        let (run, leases) = (chores[index].run, leases)
        let turn = schedules.withLock { schedules in
            schedules[index].turnCount += 1
            return schedules[index].turnCount
        }
        let job = WriteJob { [weak self] (transaction) throws(Refusal) in
            guard try leases?.holdsChores(in: transaction) ?? true else { return }
            if try run(transaction) { self?.goOn(index, after: turn) }
        }
        store.write([job])
    }

    /// The next turn is due at once: once, however many turns waited for the store together, or
    /// were done twice.
    private func goOn(_ index: Int, after turn: Int) {
        schedules.withLock { schedules in
            guard schedules[index].turnCount == turn else { return }
            Self.set(schedules[index].timer, in: .zero, chores[index])
        }
    }

    /// The next turn of a chore; further ones at its interval.
    private static func set(
        _ timer: any DispatchSourceTimer, in delay: Duration, _ chore: Chore
    ) {
        timer.schedule(
            deadline: .now() + .milliseconds(delay.milliseconds),
            repeating: .milliseconds(chore.interval.milliseconds),
            leeway: .milliseconds(delay.milliseconds / 10))
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int(components.seconds) * 1_000 }
}
