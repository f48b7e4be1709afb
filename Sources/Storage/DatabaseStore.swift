public import Kernel
import Synchronization

/// The store: one connection that writes, several that read.
///
/// The writer drains whatever has gathered since its last commit, up to 64 commands, into one
/// commit. There is no wait timer: it would only add latency. How a database is opened is its
/// driver's to know.
public final class DatabaseStore: Store {
    private let options: StoreOptions
    /// Held, and so locked, until the store is closed.
    private let folder: Mutex<DataFolder?>
    private let writer: StoreWriter
    private let readers: StoreReaders
    /// Which of several nodes this is; nil: there are no others.
    public let nodeNumber: Int?

    /// - Parameters:
    ///   - folder: what lies beside the data, or holds them.
    ///   - writer: the one connection that writes, with the schema up to date.
    ///   - readers: connections that can change nothing, at least one.
    ///   - nodeNumber: of one of several nodes.
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

    /// Commits on the calling thread what has to be there before the first command; what comes of
    /// it goes the usual way.
    ///
    /// - Throws: what the first failed job was refused with.
    public func begin(_ jobs: [WriteJob]) throws(Refusal) {
        let completions = writer.commitNow(jobs)
        for completion in completions {
            if let refusal = completion.reply.refusal { throw refusal }
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

    /// How many commands wait now for the writer, and how many jobs for a reader.
    public var waitingCounts: (writes: Int, reads: Int) {
        (writer.waitingCount, readers.waitingCount)
    }

    /// Commits what was accepted, then closes the connections: the one that writes last, since
    /// SQLite's last one moves the WAL into the file, and those that read may not.
    public func close() {
        writer.finish()
        readers.close()
        writer.close()
        folder.withLock { $0 = nil }
    }
}

/// The steps of the schema that this program knows, and those that some data have.
package struct SchemaSteps: Sendable {
    private let all: [Migration]

    /// - Parameter all: those of the features and of the store, in order.
    package init(_ all: [Migration]) { self.all = all }

    /// What some data still lack.
    ///
    /// - Parameter done: the names of those that they have.
    /// - Throws: `broken` for data of a newer upford: what its steps have changed, this one would
    ///   guess at.
    package func missing(from done: Set<String>) throws(StoreError) -> [Migration] {
        if let strange = done.subtracting(all.map(\.name)).min() {
            throw .broken(
                "it is from a newer upford: this one does not know the step \(strange) of its"
                    + " schema")
        }
        return all.filter { !done.contains($0.name) }
    }
}
