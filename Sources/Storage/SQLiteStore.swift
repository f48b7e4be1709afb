import Dispatch
import GRDB
public import Kernel
import Synchronization

/// The store of a single machine: one SQLite file, one writer, several readers.
///
/// The writer drains whatever has gathered since its last commit, up to 64 commands, into one
/// commit (`synchronous=FULL`). There is no wait timer: it would only add latency.
public final class SQLiteStore: Store {
    /// What the store is built with.
    public struct Options: Sendable {
        /// Connections that read.
        public var readerCount = 2
        /// Most commands in one commit.
        public var groupMax = 64
        /// 0…1023: part of every id.
        public var node = 0
        /// Told of every commit that took 100 ms or more, with the number of its commands.
        public var slowCommit: @Sendable (Duration, Int) -> Void = { _, _ in }
        /// The time of every command.
        public var clock: @Sendable () -> Moment
        /// Gives that many bytes that nobody can guess.
        public var entropy: @Sendable (Int) -> [UInt8]
        /// Gets the results of every commit, on the writer's or a reader's queue.
        public var sink: @Sendable ([Completion]) -> Void

        /// - Parameter entropy: gives that many bytes that nobody can guess.
        public init(
            clock: @escaping @Sendable () -> Moment,
            entropy: @escaping @Sendable (Int) -> [UInt8],
            sink: @escaping @Sendable ([Completion]) -> Void
        ) {
            self.clock = clock
            self.entropy = entropy
            self.sink = sink
        }
    }

    private let options: Options
    /// Held, and so locked, until the store is closed.
    private let folder: Mutex<DataFolder?>
    private let writer: SQLiteWriter
    private let readers: [SQLiteReader]
    private let turn = Atomic<Int>(0)

    /// Opens (or makes) the data in `folder` and brings its schema up to date.
    ///
    /// - Throws: ``DataFolder/Problem`` with one line for the administrator.
    public init(
        in folder: consuming DataFolder, migrations: [Migration], options: Options
    ) throws(DataFolder.Problem) {
        let path = folder.path + "/upfor.sqlite"
        do {
            let session = try SQLiteSession(
                path: path, readonly: false, label: "upfor.writer", node: options.node)
            try session.prepare(migrations)
            try session.resumeIDs()
            writer = SQLiteWriter(on: session, options: options)
            readers = try (0..<max(1, options.readerCount)).map { index in
                SQLiteReader(
                    on: try SQLiteSession(
                        path: path, readonly: true, label: "upfor.reader-\(index)",
                        node: options.node),
                    options: options)
            }
        } catch {
            throw DataFolder.Problem(description: "cannot open the data in \(path): \(error)")
        }
        self.folder = Mutex(folder)
        self.options = options
    }

    /// Queues jobs for the writer.
    public func write(_ jobs: [WriteJob]) { writer.append(jobs) }

    /// Commits on the calling thread what has to be there before the first command.
    ///
    /// - Throws: what the first failed job was refused with.
    public func begin(_ jobs: [WriteJob]) throws(Refusal) {
        for completion in writer.commitNow(jobs) {
            if case .failure(let refusal) = completion.result { throw refusal }
        }
    }

    /// Queues jobs for one of the readers.
    public func read(_ jobs: [ReadJob]) { nextReader.append(jobs) }

    /// Reads on the calling thread.
    public func snapshot<Result>(
        _ body: (Snapshot) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        try nextReader.snapshot(body)
    }

    /// Commits what was accepted, then closes the file.
    public func close() {
        writer.close()
        for reader in readers { reader.close() }
        folder.withLock { $0 = nil }
    }

    private var nextReader: SQLiteReader {
        let number = turn.wrappingAdd(1, ordering: .relaxed).newValue
        return readers[Int(UInt(bitPattern: number) % UInt(readers.count))]
    }
}

extension SQLiteSession {
    /// Sets what durability rests on, checks that it holds, and applies the migrations.
    fileprivate func prepare(_ migrations: [Migration]) throws {
        try withGRDB { queue in
            try queue.inDatabase { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try database.execute(sql: "PRAGMA wal_autocheckpoint = 16000")
                try database.execute(sql: "PRAGMA cache_size = -65536")
                let level = try Int.fetchOne(database, sql: "PRAGMA synchronous")
                let journal = try String.fetchOne(database, sql: "PRAGMA journal_mode")
                guard level == 2, journal == "wal" else {
                    throw StoreError.failed("synchronous=\(level ?? -1), journal=\(journal ?? "")")
                }
            }
            var migrator = DatabaseMigrator()
            for migration in migrations {
                migrator.registerMigration(migration.name) { database in
                    try database.execute(sql: migration.text(in: .sqlite))
                }
            }
            try migrator.migrate(queue)
        }
    }
}
