package import Kernel
package import Storage
package import TestSupport
import Testing

/// A store over the ledger, in a folder of its own, and the words to use it.
package final class Bench {
    /// Opens a store in a folder.
    package typealias Opening = (consuming DataFolder, StoreOptions) throws -> any Store

    /// Where the store is, or what lies beside its data.
    package let folder: TemporaryFolder
    /// The results that the store has delivered.
    package let results = Results()
    /// Where the data are; nil: in the folder.
    package let database: TestDatabase?
    private let groupMax: Int
    private let opening: Opening
    private var openStore: (any Store)?

    /// - Parameters:
    ///   - groupMax: most commands in one commit.
    ///   - database: where `opening` keeps the data; nil: in the folder.
    ///   - opening: opens the store, now and when it was closed.
    package init(
        groupMax: Int = 64, in database: TestDatabase? = nil, _ opening: @escaping Opening
    ) throws {
        folder = try TemporaryFolder()
        self.database = database
        self.groupMax = groupMax
        self.opening = opening
        openStore = try open()
    }

    deinit { openStore?.close() }

    /// The store.
    package var store: any Store { get throws { try #require(openStore) } }

    /// Does the jobs, in one call, and waits for their answers.
    @discardableResult
    package func write(_ jobs: [WriteJob]) throws -> [Completion] {
        try store.write(jobs)
        return try results.next(jobs.count)
    }

    /// The lines of the ledger, as "1 text".
    package func lines() throws -> [String] {
        try store.snapshot { (snapshot) throws(Refusal) in try Ledger.lines(in: snapshot) }
    }

    /// The seqs of user 1's inbox.
    package func inbox() throws -> [UInt32] {
        try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(Inbox.page(of: 1, after: 0, limit: 10_000)).map(\.seq)
        }
    }

    /// Closes the store and opens it again.
    package func reopen() throws {
        try store.close()
        openStore = nil
        openStore = try open()
    }

    private func open() throws -> any Store {
        let results = results
        var options = StoreOptions(
            clock: { Moment(unixMilliseconds: 1_795_176_000_000) },
            entropy: { [UInt8](repeating: 7, count: $0) }, sink: { results.append($0) })
        options.groupMax = groupMax
        options.fullPause = .zero
        options.whenReplaced = { results.noteReplaced() }
        options.conditionChanged = { results.hear($0) }
        return try opening(DataFolder.open(folder.path, waiting: .seconds(60)), options)
    }
}
