import Kernel
import SQLite
import Storage

/// The writing connection as a commit group sees it: between it and SQLite lie full disks, and the
/// deliberate bugs that oracles are tried on.
final class SimulatedWriter: WritingConnection {
    /// What happens to the next transactions.
    enum Space {
        /// They go through.
        case enough
        /// Statements that change something fail.
        case noneToWrite
        /// They run, and cannot be committed if they have changed something.
        case noneToCommit
    }

    let disk: SimulatedDisk
    /// What commands have drawn and kept.
    let deeds: CommandDeeds
    /// Which of several nodes writes; nil: there is one daemon.
    let node: Int?
    /// Whether other nodes are alive, by their leases.
    var isAccompanied: () -> Bool = { false }
    var space = Space.enough
    var mutant: Mutant?
    private var hasChanged = false
    /// A deliberate bug: commits are said to be done, and are undone.
    var onlyRehearses = false
    private var sabotage = Sabotage()

    init(on disk: SimulatedDisk, node: Int? = nil, _ entropy: SimulatedEntropy) {
        (self.disk, self.node, deeds) = (disk, node, CommandDeeds(entropy))
    }

    var ids: IdentifierBox { disk.connection.ids }

    func run(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        let sql = node == nil ? sql : sql.withoutHeads
        let isChange = !sql.text.hasPrefix("SELECT")
        if isChange, case .noneToWrite = space { throw .full("simulated: no space") }
        hasChanged = hasChanged || isChange
        if sql.text.hasPrefix("INSERT INTO command_log") { deeds.keepCid() }
        guard let mutant else { return try disk.connection.run(sql, row) }
        guard let changed = sabotage.statement(sql, mutant) else { return 1 }
        return try disk.connection.run(changed, row)
    }

    func next(
        of sequence: Kernel.Sequence, for id: Int64?
    ) throws(StoreError) -> UInt32 {
        let next = try disk.connection.next(of: sequence, for: id)
        return mutant.map { sabotage.number(next, of: sequence, $0) } ?? next
    }

    func hasNeighbours() -> Bool { isAccompanied() }

    func tell(_ signals: [Signal]) {
        if let node { disk.signals.tell(signals, by: node) }
    }

    /// The signals of other nodes to the hub; nil when there are none.
    func news(since horizon: Int64, lag: Int64) -> NodeNews? {
        node.map { disk.signals.news(since: horizon, for: $0, lag: lag) }
    }

    func begin() throws(StoreError) {
        hasChanged = false
        disk.signals.begin()
        try disk.connection.begin()
    }

    func commit() throws(StoreError) {
        if hasChanged, case .noneToCommit = space { throw .full("simulated: no space") }
        if onlyRehearses {
            disk.connection.rollback()
        } else {
            try disk.connection.commit()
            disk.signals.commit()
        }
    }

    func commitNumbered() throws(StoreError) -> Int64? {
        let number = disk.signals.transaction
        try commit()
        return node.map { _ in number }
    }

    /// The daemon has started.
    func booted() { sabotage.booted() }

    func rollback() { disk.connection.rollback() }
}

extension SQL {
    /// Nodes keep the heads of inboxes in a table, which only their database has.
    fileprivate var withoutHeads: SQL {
        guard text.hasPrefix("SELECT owner, last FROM sequence_head") else { return self }
        return reworded(
            """
            SELECT user_id, max(seq) FROM inbox
            WHERE user_id IN (SELECT value FROM json_each('[' || ? || ']')) GROUP BY user_id
            """)
    }
}
