import Dispatch
import Kernel
import Synchronization

/// What one node has for itself for a while, by rows of the shared database: that it is alive, and
/// that chores are its own.
///
/// The fence of a lease is raised whenever it passes to another node. Whoever works under a lease
/// reads it in the same transaction: it is undone if the lease passes on meanwhile.
///
/// - Source: docs/decisions/0041
final class NodeLeases: Sendable {
    /// Between two renewals.
    private static let distanceMilliseconds = 2_000

    private let node: Int64
    private let store: any Store
    private let timer: Mutex<any DispatchSourceTimer>
    /// The fence under which chores are ours; nil: they are another's.
    private let fence = Mutex<Int64?>(nil)

    init(node: Int, store: any Store) {
        (self.node, self.store) = (Int64(node), store)
        timer = Mutex(
            DispatchSource.makeTimerSource(queue: DispatchQueue(label: "upfor.leases")))
    }

    func start() {
        timer.withLock { timer in
            timer.setEventHandler { [weak self] in self?.renew() }
            timer.schedule(deadline: .now(), repeating: .milliseconds(Self.distanceMilliseconds))
            timer.activate()
        }
    }

    /// Renews no more, and gives back what is held: others need not wait for its end.
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

    /// What nodes have said goes when all have found it: twice as late as the hub of one that was
    /// away gives up.
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
        let node = node
        let job = WriteJob { (transaction) throws(Refusal) in
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
            self?.fence.withLock { $0 = fence }
        }
        store.write([job])
    }
}
