import Dispatch
import EventLoop
import Kernel
import WebSocket
import Wire

/// Who is connected where. Takes what the store has made durable, and hands it to the loops.
///
/// Runs on a queue of its own. Everything comes in by `post` and leaves as one batch per loop.
actor Hub {
    nonisolated let executor = QueueExecutor(label: "upfor.hub")
    nonisolated let board = PresenceBoard()
    let log: EventLog
    var graceMilliseconds: Int
    /// About how much of a replay is under way at a time: half of what an outbox holds.
    let replayBytes: Int
    var grace: Duration { .milliseconds(graceMilliseconds) }

    var store: (any Store)?
    var loops: [EventLoop<ClientHandler>] = []
    var sessions: [ConnectionKey: HubSession] = [:]
    var users: [User.ID: OnlineUser] = [:]
    /// How many sessions were opened so far.
    var sessionCount: UInt64 = 0
    /// Tokens that were given up lately: a session that was on its way is not let in.
    var voided: Set<Identifier<Token>> = []
    /// What the loops are to do, by loop.
    var outgoing: [[Outgoing]] = []
    /// Who has left, and may be back before friends are told.
    var leaving: Set<User.ID> = []
    /// Whether a look at those who have left is planned.
    var isFarewellPlanned = false
    /// Whether everybody is being sent away: nobody is told who leaves.
    var isDraining = false

    /// - Parameters:
    ///   - graceMilliseconds: how long somebody may be gone before friends are told.
    ///   - outboxBytes: what may wait for one connection.
    init(log: EventLog, graceMilliseconds: Int, outboxBytes: Int) {
        replayBytes = outboxBytes / 2
        self.log = log
        self.graceMilliseconds = graceMilliseconds
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Runs `work` on the hub, after everything that was posted before; what it gathered for the
    /// loops goes out at its end.
    nonisolated func post(_ work: @escaping @Sendable (isolated Hub) -> Void) {
        executor.queue.async {
            self.assumeIsolated { hub in
                work(hub)
                hub.flush()
            }
        }
    }

    /// Tells the hub where it reads and whom it writes to: once, before the first connection.
    nonisolated func attach(store: any Store, loops: [EventLoop<ClientHandler>]) {
        post { hub in
            hub.store = store
            hub.loops = loops
            hub.outgoing = loops.map { _ in [] }
        }
    }

    /// Takes what became of commands.
    nonisolated func completed(_ completions: [Completion]) {
        post { hub in
            for completion in completions { hub.handle(completion) }
        }
    }

    /// A signed-in connection is gone.
    nonisolated func connectionClosed(_ key: ConnectionKey) {
        post { hub in hub.detach(key) }
    }

    /// Everything that was sent to a connection has left.
    nonisolated func drained(_ key: ConnectionKey) {
        post { hub in hub.goOn(key) }
    }

    /// From now on nobody is told who leaves: all are sent away, and come back in a moment.
    nonisolated func beginDraining() {
        post { hub in hub.isDraining = true }
    }

    /// Lets go of store and loops.
    nonisolated func stop() {
        executor.queue.sync {
            self.assumeIsolated { hub in
                hub.store = nil
                hub.loops = []
                hub.outgoing = []
            }
        }
    }

    func send(_ action: Outgoing.Action, to key: ConnectionKey) {
        guard outgoing.indices.contains(key.loop) else { return }
        outgoing[key.loop].append(Outgoing(connection: key.connection, action: action))
    }

    private func flush() {
        for (loop, batch) in zip(loops, outgoing) where !batch.isEmpty {
            loop.post { loop in loop.handler.perform(batch, on: loop) }
        }
        for index in outgoing.indices where !outgoing[index].isEmpty { outgoing[index] = [] }
    }
}
