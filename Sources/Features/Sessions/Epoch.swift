public import Kernel

/// The life of the data: within one epoch a seq means the same event for ever.
///
/// Data that were restored from a copy have lost the newest numbers that devices have seen, and
/// would assign them again. So every run of the daemon leaves its name both in the data and beside
/// them, and every few seconds how far it has come. Data whose run is not known beside them, or was
/// further already, come from a copy and get a new epoch.
///
/// - Source: docs/decisions/0007.
struct Epoch: Equatable, Sendable {
    /// The name that devices receive.
    let name: String
    /// The last run of the daemon on these data.
    let run: RunMark

    static let migrations = [
        Migration(
            "sessions.1",
            "CREATE TABLE epoch (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL);"),
        Migration("sessions.2", "ALTER TABLE epoch ADD COLUMN run TEXT NOT NULL DEFAULT '';"),
        Migration("sessions.3", "ALTER TABLE epoch ADD COLUMN step BIGINT NOT NULL DEFAULT 0;"),
    ]

    /// What is so in all data that were ever served.
    static let audit = Audit(
        "the data have one epoch", breaches: "SELECT abs(count(*) - 1) FROM epoch")

    static var current: Query<Epoch> {
        Query("SELECT name, run, step FROM epoch WHERE id = 1") { columns throws(StoreError) in
            let name = try columns.text()
            let run = RunMark(name: try columns.text(), step: try columns.count())
            return Epoch(name: name, run: run)
        }
    }

    /// Notes that a run begins; ends the epoch when the data are not those of the last run.
    static func begin(
        recalling runs: RunMemory?, in transaction: Transaction
    ) throws(Refusal) {
        let last = try transaction.first(current)
        let run = RunMark(name: word(in: transaction))
        var name = last?.name ?? word(in: transaction)
        // Both: a crash may come before the commit, and after it.
        var marks = [last?.run ?? RunMark(name: ""), run]
        if let runs, let last, !last.run.name.isEmpty, !runs.recall().contains(where: last.follows)
        {
            name = word(in: transaction)
            // Not the run of a copy: if this start came to no commit, the next would believe it.
            marks = [run]
        }
        if let runs { try runs.remember(marks) }
        try transaction.run(
            """
            INSERT INTO epoch (id, name, run, step) VALUES (1, \(name), \(run.name), 0)
            ON CONFLICT (id) DO UPDATE
            SET name = excluded.name, run = excluded.run, step = excluded.step
            """)
    }

    /// Notes beside the data how far they have come, and goes one step on: a copy that was made
    /// before is behind from the next step on.
    ///
    /// What is noted was committed with the step before, unless a commit takes longer than a step:
    /// then a process that dies leaves a note ahead of the data, and devices are given a snapshot.
    static func advance(
        recalling runs: RunMemory?, in transaction: Transaction
    ) throws(Refusal) {
        guard let runs, let epoch = try transaction.first(current) else { return }
        try runs.remember([epoch.run])
        try transaction.run("UPDATE epoch SET step = step + 1 WHERE id = 1")
    }

    /// Whether these data are those that a mark was left beside, or later ones of the same run.
    private func follows(_ mark: RunMark) -> Bool {
        mark.name == run.name && mark.step <= run.step
    }

    private static func word(in transaction: Transaction) -> String {
        transaction.randomBytes(8).hexadecimal
    }
}

/// How far a run of the daemon has come: every few seconds one step.
public struct RunMark: Equatable, Sendable {
    /// The run's own; empty in data from before runs were noted.
    public let name: String
    /// 0 when the run begins.
    public let step: UInt32

    /// - Parameters: as the properties.
    public init(name: String, step: UInt32 = 0) {
        self.name = name
        self.step = step
    }
}

/// Remembers the daemon's last runs outside the store, to distinguish data restored from a copy
/// from data of a daemon that was only stopped.
public struct RunMemory: Sendable {
    /// The marks last remembered; none when there are none, or they are a copy themselves.
    public let recall: @Sendable () -> [RunMark]
    /// Forgets those, and keeps these, durably.
    public let remember: @Sendable ([RunMark]) throws(Refusal) -> Void

    /// - Parameters: as the properties.
    public init(
        recall: @escaping @Sendable () -> [RunMark],
        remember: @escaping @Sendable ([RunMark]) throws(Refusal) -> Void
    ) {
        self.recall = recall
        self.remember = remember
    }

    /// What was remembered last is committed now: the run before it counts no more, or a copy of
    /// the data that it left would pass for the data themselves.
    public func settle() throws(Refusal) {
        try remember(recall().suffix(1))
    }
}
