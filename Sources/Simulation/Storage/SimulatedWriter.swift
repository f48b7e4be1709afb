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
    var space = Space.enough
    var mutant: Mutant?
    private var hasChanged = false
    /// A deliberate bug: commits are said to be done, and are undone.
    var onlyRehearses = false
    private var sabotage = Sabotage()

    init(on disk: SimulatedDisk) { self.disk = disk }

    var ids: IdentifierBox { disk.connection.ids }

    func run(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        let isChange = !sql.text.hasPrefix("SELECT")
        if isChange, case .noneToWrite = space { throw .full("simulated: no space") }
        hasChanged = hasChanged || isChange
        guard let mutant else { return try disk.connection.run(sql, row) }
        guard let changed = sabotage.statement(sql, mutant) else { return 1 }
        return try disk.connection.run(changed, row)
    }

    func next(of sequence: Kernel.Sequence) throws(StoreError) -> UInt32 {
        let next = try disk.connection.next(of: sequence)
        return mutant.map { sabotage.number(next, of: sequence, $0) } ?? next
    }

    func begin() throws(StoreError) {
        hasChanged = false
        try disk.connection.begin()
    }

    func commit() throws(StoreError) {
        if hasChanged, case .noneToCommit = space { throw .full("simulated: no space") }
        if onlyRehearses {
            disk.connection.rollback()
        } else {
            try disk.connection.commit()
        }
    }

    /// The daemon has started.
    func booted() { sabotage.booted() }

    func rollback() { disk.connection.rollback() }
}
