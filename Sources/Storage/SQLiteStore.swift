public import Kernel
import Synchronization

/// The store of a single machine: one SQLite file, one writer, several readers.
///
/// The writer drains whatever has gathered since its last commit, up to 64 commands, into one
/// commit (`synchronous=FULL`). There is no wait timer: it would only add latency.
public final class SQLiteStore: Store {
    private let options: Options
    /// Held, and so locked, until the store is closed.
    private let folder: Mutex<DataFolder?>
    private let writer: SQLiteWriter
    private let readers: SQLiteReaders

    /// Opens (or makes) the data in `folder` and brings its schema up to date.
    ///
    /// - Throws: ``DataFolder/Problem`` with one line for the administrator.
    public init(
        in folder: consuming DataFolder, migrations: [Migration], options: Options
    ) throws(DataFolder.Problem) {
        let path = DataFolder.database(in: folder.path)
        let health = StoreHealth(options)
        do {
            let session = try SQLiteSession(path, options, readonly: false, label: "upfor.writer")
            try session.prepare(migrations, options)
            writer = SQLiteWriter(on: session, options: options, health: health)
            readers = SQLiteReaders(
                try (0..<max(1, options.readerCount)).map { index in
                    let session = try SQLiteSession(
                        path, options, readonly: true, label: "upfor.reader-\(index)")
                    return SQLiteReader(on: session, options: options, health: health)
                })
        } catch {
            throw DataFolder.Problem(description: "cannot open the data in \(path): \(error)")
        }
        self.folder = Mutex(folder)
        self.options = options
    }

    /// Queues jobs for the writer.
    public func write(_ jobs: [WriteJob]) { writer.append(jobs) }

    /// Commits on the calling thread what has to be there before the first command; what comes of
    /// it goes the usual way.
    ///
    /// - Throws: what the first failed job was refused with.
    public func begin(_ jobs: [WriteJob]) throws(Refusal) {
        let completions = writer.commitNow(jobs)
        for completion in completions {
            if case .failure(let refusal) = completion.result { throw refusal }
        }
        options.sink(completions)
    }

    /// Queues jobs for the readers, who take them from each owner in turn.
    public func read(_ jobs: [ReadJob]) { readers.append(jobs) }

    /// Reads on the calling thread.
    public func snapshot<Result>(
        _ body: (Snapshot) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        try readers.snapshot(body)
    }

    /// How many jobs wait now, for the writer and for a reader.
    public var waitingCounts: (writes: Int, reads: Int) {
        (writer.waitingCount, readers.waitingCount)
    }

    /// Commits what was accepted, then closes the file.
    public func close() {
        writer.close()
        readers.close()
        folder.withLock { $0 = nil }
    }
}
