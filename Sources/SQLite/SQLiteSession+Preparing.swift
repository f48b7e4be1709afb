import GRDB
import Kernel
import Storage

extension SQLiteSession {
    /// Sets what durability rests on, checks that it holds, applies the migrations, and takes up
    /// the ids where they were left.
    ///
    /// - Throws: before anything is changed, when the data are of a newer version.
    func prepare(_ migrations: [Migration], _ settings: SQLiteOptions) throws {
        let steps = DatabaseStore.steps(migrations)
        try attempt { (connection) throws(StoreError) in
            _ = try SchemaSteps(steps).missing(in: connection)
        }
        try withGRDB { queue in
            try queue.inDatabase { try Self.set($0, settings) }
            var migrator = DatabaseMigrator()
            for migration in steps {
                // No step rebuilds a table that others refer to. So what it writes is checked as it
                // is written; by default all rows of all tables would be, after each step.
                migrator.registerMigration(migration.name, foreignKeyChecks: .immediate) {
                    database in
                    try database.execute(sql: migration.text(in: .sqlite))
                }
            }
            try migrator.migrate(queue)
        }
        try beginWriting(settings)
    }

    private static func set(_ database: Database, _ settings: SQLiteOptions) throws {
        try database.execute(
            sql: """
                PRAGMA synchronous = \(settings.synchronous);
                PRAGMA wal_autocheckpoint = 0;
                PRAGMA journal_size_limit = \(journalBytesMax);
                PRAGMA cache_size = -\(cacheKiB);
                """)
        let level = try Int.fetchOne(database, sql: "PRAGMA synchronous")
        let journal = try String.fetchOne(database, sql: "PRAGMA journal_mode")
        guard level == 2 || settings.synchronous != "FULL", journal == "wal" else {
            throw StoreError.failed("synchronous=\(level ?? -1), journal=\(journal ?? "")")
        }
    }

    /// The writer's own copies of pages. A commit that has split a page walks all of them: of
    /// what a toggle among 100,000 people costs, that was 14.5 % with 64 MiB, 3.7 % with 16 and
    /// 0.8 % with 4, and what is not there is read from the system's copy (0.9 % with 4).
    private static var cacheKiB: Int { 4096 }

    /// A WAL that grew beyond this, behind a reader that took its time, is cut when it starts
    /// anew; twice what lies between two checkpoints.
    private static var journalBytesMax: Int { 134_217_728 }
}
