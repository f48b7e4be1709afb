public import Kernel
import Synchronization

/// The store: one connection that writes, several that read.
///
/// The writer takes whatever has gathered since its last commit, up to 64 commands, into one
/// commit. There is no wait timer: it would only add latency. How a database is opened is up to its
/// driver.
public final class DatabaseStore: Store {
    private let options: StoreOptions
    /// The folder is held, and so locked, until the store is closed.
    private let folder: Mutex<DataFolder?>
    private let writer: StoreWriter
    private let readers: StoreReaders
    /// Which of several nodes this is; nil: there are no others.
    public let nodeNumber: Int?

    /// - Parameters:
    ///   - folder: the files beside the data, or the data themselves.
    ///   - writer: the one connection that writes, with the schema up to date.
    ///   - readers: read-only connections, at least one.
    ///   - nodeNumber: the number of this node, if it is one of several.
    package init(
        beside folder: consuming DataFolder, writer: any StoreSession,
        readers: [any StoreSession], options: StoreOptions, nodeNumber: Int? = nil
    ) {
        let (health, order) = (StoreHealth(options), CommitOrder())
        self.writer = StoreWriter(on: writer, options: options, health: health, order: order)
        self.readers = StoreReaders(
            readers.map { StoreReader(on: $0, options: options, health: health, order: order) })
        self.folder = Mutex(folder)
        (self.options, self.nodeNumber) = (options, nodeNumber)
    }

    /// All steps of the schema: those of the features, then the store's own.
    package static func steps(_ migrations: [Migration]) -> [Migration] {
        migrations + [IdentifierMark.migration]
    }

    /// Queues jobs for the writer.
    public func write(_ jobs: [WriteJob]) { writer.append(jobs) }

    /// Commits, on the calling thread, what has to be there before the first command. The results
    /// go the usual way.
    ///
    /// - Throws: the refusal of the first job that failed.
    public func begin(_ jobs: [WriteJob]) throws(Refusal) {
        let completions = writer.commitNow(jobs)
        for completion in completions {
            if let refusal = completion.refusal { throw refusal }
        }
        options.sink(completions)
    }

    /// Commits, on the calling thread, work that is done in parts.
    ///
    /// - Parameter run: does a part; returns whether nothing is left.
    /// - Throws: the refusal of the first part that failed.
    public func begin(
        untilDone run: @escaping @Sendable (Transaction) throws(Refusal) -> Bool
    ) throws(Refusal) {
        let isDone = Atomic<Bool>(false)
        while !isDone.load(ordering: .relaxed) {
            let part = WriteJob { (transaction) throws(Refusal) in
                isDone.store(try run(transaction), ordering: .relaxed)
            }
            try begin([part])
        }
    }

    /// Queues jobs for the readers, which serve the owners in turn.
    public func read(_ jobs: [ReadJob]) { readers.append(jobs) }

    /// Reads on the calling thread.
    public func snapshot<Result>(
        _ body: (Snapshot) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        try readers.snapshot(body)
    }

    /// How many commands wait now for the writer, and how many jobs for a reader.
    public var waitingCounts: (writes: Int, reads: Int) {
        (writer.waitingCount, readers.waitingCount)
    }

    /// Commits what was accepted, then closes the connections, the writing one last: SQLite's last
    /// connection moves the WAL into the file, and the readers may not.
    public func close() {
        writer.finish()
        readers.close()
        writer.close()
        folder.withLock { $0 = nil }
    }
}

/// The steps of the schema that this program knows, to compare with those that some data have.
package struct SchemaSteps: Sendable {
    private let all: [Migration]

    /// - Parameter all: the steps of the features and of the store, in order.
    package init(_ all: [Migration]) { self.all = all }

    /// The steps that some data lack.
    ///
    /// - Parameter done: the names of the steps that the data have.
    /// - Throws: `broken` for data of a newer upford: this one does not know what its steps have
    ///   changed.
    package func missing(from done: Set<String>) throws(StoreError) -> [Migration] {
        if let strange = done.subtracting(all.map(\.name)).min() {
            throw .broken(
                "it is from a newer upford: this one does not know the step \(strange) of its"
                    + " schema")
        }
        return all.filter { !done.contains($0.name) }
    }
}
