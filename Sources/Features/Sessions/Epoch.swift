import Kernel

/// The life of the data: within one epoch a seq means the same event for ever.
///
/// Data that were put back from a copy have forgotten what devices have seen, and would count
/// those numbers again. So every run of the daemon leaves its name both in the data and beside
/// them: data whose last run is not known beside them come from a copy, and get a new epoch.
///
/// - Source: docs/decisions/0007.
struct Epoch: Equatable, Sendable {
    /// What devices are told.
    let name: String
    /// The last run of the daemon on these data; empty in data from before runs were noted.
    let run: String

    static let migrations = [
        Migration(
            "sessions.1",
            "CREATE TABLE epoch (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL);"),
        Migration("sessions.2", "ALTER TABLE epoch ADD COLUMN run TEXT NOT NULL DEFAULT '';"),
    ]

    static var current: Query<Epoch> {
        Query("SELECT name, run FROM epoch WHERE id = 1") { columns throws(StoreError) in
            Epoch(name: try columns.text(), run: try columns.text())
        }
    }

    /// Notes that a run begins; ends the epoch when the data are not those of the last run.
    static func begin(
        recalling runs: RunMemory?, in transaction: Transaction
    ) throws(Refusal) {
        let last = try transaction.first(current)
        let run = word(in: transaction)
        var name = last?.name ?? word(in: transaction)
        if let runs, let last, !last.run.isEmpty, !runs.recall().contains(last.run) {
            name = word(in: transaction)
        }
        // Both: a crash may come before the commit, and after it.
        if let runs { try runs.remember([last?.run ?? "", run]) }
        try transaction.run(
            """
            INSERT INTO epoch (id, name, run) VALUES (1, \(name), \(run))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, run = excluded.run
            """)
    }

    private static func word(in transaction: Transaction) -> String {
        transaction.randomBytes(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
