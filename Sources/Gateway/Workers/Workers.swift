import Dispatch
package import Kernel
import Synchronization
import Wire

/// Runs commands that take long (a password takes 20 ms of a core): a few queues of their own, and
/// a bound on how many may wait, in turns by the network that they come from.
package final class Workers: Sendable {
    /// The part of a command that needs no commit.
    typealias Task = @Sendable (any Store) throws(Refusal) -> Work

    /// How a read that a task ends with is queued, and its answer encoded.
    struct Reading {
        let owner: ReadJob.Owner
        let encoder: ReadJob.Encoder
    }

    private struct Waiting {
        let task: Task
        let origin: Origin
        let reading: Reading?
        /// It is not done for want of room.
        let refused: @Sendable () -> Void
    }

    private struct State {
        var queue = FairQueue<Waiting>(most: 0)
        var waitingMax: Int
        /// The queues that have nothing to do.
        var idle: [DispatchQueue]
        let count: Int

        var busyCount: Int { count - idle.count }
    }

    private let queues: [DispatchQueue]
    private let state: Mutex<State>
    private let isStopped = Atomic(false)
    private let store: any Store
    private let sink: @Sendable ([Completion]) -> Void
    /// The refusal when there is no room.
    let busy: Refusal
    /// Networks whose commands have more turns than others'.
    let known = KnownNetworks()

    /// - Parameters:
    ///   - count: how many run at once.
    ///   - waitingMax: most that wait or run; more are refused.
    ///   - sink: gets the refusals; what succeeds goes on to the store.
    ///   - name: of their threads.
    ///   - busy: the refusal when there is no room.
    package init(
        count: Int, waitingMax: Int, store: any Store,
        sink: @escaping @Sendable ([Completion]) -> Void, name: String = "worker",
        busy: Refusal = .workersBusy
    ) {
        queues = (0..<max(1, count)).map {
            DispatchQueue(label: "upfor.\(name)-\($0)", qos: .utility)
        }
        state = Mutex(State(waitingMax: waitingMax, idle: queues, count: queues.count))
        (self.store, self.sink, self.busy) = (store, sink, busy)
    }

    /// - Parameters:
    ///   - reading: for a read at the end; nil: it waits as its connection's, and is encoded there.
    ///   - evenIfFull: for what takes no time, and must come behind what is here.
    ///   - refused: called when it is not done for want of room, now or later.
    /// - Returns: false when too many wait already, and the command must be refused. When another
    ///   one has to give up its place later, the sink gets the refusal.
    func submit(
        _ task: @escaping Task, _ origin: Origin, reading: Reading? = nil,
        evenIfFull: Bool = false, refused: @escaping @Sendable () -> Void = {}
    ) -> Bool {
        let waiting = Waiting(task: task, origin: origin, reading: reading, refused: refused)
        let isKnown = known.contains(origin.network)
        let (victim, queue): (Waiting?, DispatchQueue?) = state.withLock { state in
            state.queue.most = max(0, state.waitingMax - state.busyCount)
            let victim = state.queue.append(
                waiting, from: origin.network, isKnown: isKnown, isFirm: evenIfFull)
            return (victim, state.queue.count > 0 ? state.idle.popLast() : nil)
        }
        queue?.async { [self] in drain(queue) }
        guard let victim else { return true }
        victim.refused()
        if victim.origin == origin { return false }
        sink([Completion(Answer(.failure(busy), to: victim.origin))])
        return true
    }

    /// How many wait, or are being done.
    package var waitingCount: Int { state.withLock { $0.queue.count + $0.busyCount } }

    /// Most that may wait or run now.
    var waitingMax: Int { state.withLock { $0.waitingMax } }

    /// From now on so many may wait or run.
    package func allow(waiting waitingMax: Int) {
        state.withLock { $0.waitingMax = waitingMax }
    }

    /// Begins no more tasks, and returns when those under way are done. No caller waits for the
    /// rest.
    package func stop() {
        isStopped.store(true, ordering: .relaxed)
        for queue in queues { queue.sync {} }
    }

    /// Does what waits, until nothing does.
    private func drain(_ queue: DispatchQueue?) {
        while let next = next(for: queue) { perform(next) }
    }

    private func next(for queue: DispatchQueue?) -> Waiting? {
        state.withLock { state in
            if let next = state.queue.takeFirst() { return next }
            if let queue { state.idle.append(queue) }
            return nil
        }
    }

    private func perform(_ waiting: Waiting) {
        guard !isStopped.load(ordering: .relaxed) else { return }
        let (origin, reading) = (waiting.origin, waiting.reading)
        do throws(Refusal) {
            switch try waiting.task(store) {
            case .write(let run): store.write([.command(run, replyTo: origin)])
            case .read(let run):
                let job = ReadJob(
                    .command(run, replyTo: origin),
                    owner: reading?.owner ?? ReadJob.Owner(nil, at: origin),
                    encoder: reading?.encoder)
                store.read([job])
            case .wait(let awaited, let next):
                // It was let in before, and takes no place while it waits.
                awaited { _ = self.submit(next, origin, reading: reading, evenIfFull: true) }
            case .refused(let refusal): throw refusal
            case .prepare, .live, .file: throw .fault
            }
        } catch {
            sink([Completion(Answer(.failure(error), to: origin))])
        }
    }
}

/// Networks from which a user has signed in since the daemon began: the newest.
final class KnownNetworks: Sendable {
    /// Of each half; the older half goes when the newer is full.
    private static let halfMax = 50_000

    private let halves = Mutex((newer: Set<UInt64>(), older: Set<UInt64>()))

    /// A user has signed in from there.
    func note(_ network: UInt64) {
        halves.withLock { halves in
            guard halves.newer.insert(network).inserted, halves.newer.count > Self.halfMax else {
                return
            }
            halves = (newer: [network], older: halves.newer)
        }
    }

    func contains(_ network: UInt64) -> Bool {
        halves.withLock { $0.newer.contains(network) || $0.older.contains(network) }
    }
}
