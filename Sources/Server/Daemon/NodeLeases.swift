import Dispatch
import Kernel
import Metering
import Observability
import Synchronization

/// The leases of one node, as rows of the shared database: one says that the node is alive, one
/// that the chores are its own.
///
/// The fence of a lease is raised whenever it passes to another node. Work under a lease reads the
/// fence in the same transaction, which is undone if the lease passes on meanwhile.
///
/// - Source: docs/decisions/0041
final class NodeLeases: Sendable {
    /// Between two renewals.
    private static let distanceMilliseconds = 2_000

    /// The state of a node, for administrators.
    struct Load: Sendable {
        let connections: Int
        let sessions: Int
    }

    private let node: Int64
    private let store: any Store
    private let meter: NodeMeter
    private let log: EventLog
    private let load: @Sendable () -> Load
    private let whenCounted: @Sendable (Int) -> Void
    /// The names of other nodes that were alive at the last look; nil before the first.
    private let others = Mutex<Set<String>?>(nil)
    private let since = SystemClock.moment()
    private let timer: Mutex<any DispatchSourceTimer>
    /// The fence under which chores are ours; nil: they are another's.
    private let fence = Mutex<Int64?>(nil)

    /// - Parameters:
    ///   - node: this one's number.
    ///   - load: its state.
    ///   - whenCounted: receives the number of live nodes, this one included, at each look.
    init(
        node: Int, store: any Store, meter: NodeMeter, log: EventLog,
        load: @escaping @Sendable () -> Load, whenCounted: @escaping @Sendable (Int) -> Void
    ) {
        (self.node, self.store) = (Int64(node), store)
        (self.meter, self.log) = (meter, log)
        (self.load, self.whenCounted) = (load, whenCounted)
        timer = Mutex(
            DispatchSource.makeTimerSource(queue: DispatchQueue(label: "upfor.leases")))
    }

    func start() {
        timer.withLock { timer in
            timer.setEventHandler { [weak self] in
                self?.renew()
                self?.lookAround()
            }
            timer.schedule(deadline: .now(), repeating: .milliseconds(Self.distanceMilliseconds))
            timer.activate()
        }
    }

    /// Renews no more, and gives its leases back: other nodes need not wait for them to expire.
    func stop() {
        timer.withLock { $0.cancel() }
        let node = node
        store.write([
            WriteJob { (transaction) throws(Refusal) in
                try transaction.run(
                    "UPDATE node_lease SET until = now() WHERE node = \(node)")
            }
        ])
    }

    /// Deletes the signals of nodes once all nodes have had time to read them: twice as long as the
    /// hub of a node that was away waits before it gives up.
    let pruning = Chore(name: "node.prune", interval: .seconds(60)) {
        (transaction) throws(Refusal) in
        let oldest = transaction.now.advanced(by: .seconds(-600))
        try transaction.run("DELETE FROM node_signal WHERE at_ms < \(oldest)")
        return false
    }

    /// Whether the chores are this node's, as the transaction sees it.
    func holdsChores(in transaction: Transaction) throws(Refusal) -> Bool {
        guard let fence = fence.withLock({ $0 }) else { return false }
        let held = Query(
            """
            SELECT count(*) FROM node_lease
            WHERE name = 'chores' AND node = \(node) AND fence = \(fence)
            """
        ) { columns throws(StoreError) in try columns.integer() }
        return try transaction.first(held) == 1
    }

    private func renew() {
        let (node, since, load) = (node, since, load())
        let job = WriteJob { (transaction) throws(Refusal) in
            try transaction.run(
                """
                INSERT INTO node_report (number, version, since_ms, connections, sessions)
                VALUES (\(node), \(Version.text), \(since), \(Int64(load.connections)),
                    \(Int64(load.sessions)))
                ON CONFLICT (number) DO UPDATE SET version = excluded.version,
                    since_ms = excluded.since_ms, connections = excluded.connections,
                    sessions = excluded.sessions
                """)
            try transaction.run(
                """
                INSERT INTO node_lease (name, node, fence, until)
                VALUES ('alive/' || (\(node))::bigint, \(node), 1, now() + interval '6 s')
                ON CONFLICT (name) DO UPDATE SET until = excluded.until
                """)
            try transaction.run(
                """
                INSERT INTO node_lease (name, node, fence, until)
                VALUES ('chores', \(node), 1, now() + interval '10 s')
                ON CONFLICT (name) DO UPDATE SET until = excluded.until, node = excluded.node,
                    fence = node_lease.fence
                        + CASE WHEN node_lease.node = excluded.node THEN 0 ELSE 1 END
                WHERE node_lease.node = excluded.node OR node_lease.until < now()
                """)
            let held = Query(
                "SELECT fence FROM node_lease WHERE name = 'chores' AND node = \(node)"
            ) { columns throws(StoreError) in try columns.integer() }
            return try transaction.first(held)
        } then: { [weak self] result in
            // In doubt the last fence counts: every chore looks whether it still does.
            guard case .success(let fence) = result else { return }
            self?.hold(fence)
        }
        store.write([job])
    }

    private func hold(_ fence: Int64?) {
        let before = self.fence.withLock { held in
            defer { held = fence }
            return held
        }
        meter.chores.set(fence == nil ? 0 : 1)
        if let fence, fence != before { log.write(.nodeChores) }
    }

    /// Notes which other nodes are alive: by a look that no commit meets.
    private func lookAround() {
        let node = node
        let alive = Query(
            """
            SELECT n.name FROM node n JOIN node_lease l ON l.name = 'alive/' || n.number
            WHERE l.until > now() AND n.number <> \(node) ORDER BY n.name
            """
        ) { columns throws(StoreError) in try columns.text() }
        let job = ReadJob { (snapshot) throws(Refusal) in
            try snapshot.all(alive)
        } then: { [weak self] result in
            if case .success(let names) = result { self?.note(names) }
        }
        store.read([job])
    }

    private func note(_ names: [String]) {
        let before = others.withLock { others in
            defer { others = Set(names) }
            return others
        }
        let count = names.count + 1
        meter.alive.set(count)
        whenCounted(count)
        guard let before else { return }
        for name in names where !before.contains(name) {
            log.write(.nodeJoined, .node(name), .count(count))
        }
        for name in before.subtracting(names).sorted() {
            log.write(.nodeGone, .node(name), .count(count))
        }
    }
}
