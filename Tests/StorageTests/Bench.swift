import Kernel
import PostgreSQL
import Storage
import TestSupport
import Testing

/// A way to keep data. Every driver passes the same suite.
enum Driver: CaseIterable, Sendable {
    case sqlite
    case postgreSQL

    /// Those that can be had here.
    static var allCases: [Driver] { TestDatabase.isAtHand ? [.sqlite, .postgreSQL] : [.sqlite] }
}

/// A store over the ledger, in a folder of its own, and the words to use it.
final class Bench {
    let folder: TemporaryFolder
    let results = Results()
    let database: TestDatabase?
    private let groupMax: Int
    private var openStore: (any Store)?

    /// - Parameters:
    ///   - groupMax: most commands in one commit.
    ///   - database: for a server's; one of its own by default.
    init(
        _ driver: Driver, groupMax: Int = 64, in database: TestDatabase? = nil
    ) throws {
        folder = try TemporaryFolder()
        self.database = driver == .postgreSQL ? try database ?? TestDatabase() : nil
        self.groupMax = groupMax
        openStore = try open()
    }

    deinit { openStore?.close() }

    var store: any Store { get throws { try #require(openStore) } }

    /// Does the jobs, in one call, and waits for their answers.
    @discardableResult
    func write(_ jobs: [WriteJob]) throws -> [Completion] {
        try store.write(jobs)
        return try results.next(jobs.count)
    }

    /// The lines of the ledger, as "1 text".
    func lines() throws -> [String] {
        try store.snapshot { (snapshot) throws(Refusal) in try Ledger.lines(in: snapshot) }
    }

    /// The seqs of user 1's inbox.
    func inbox() throws -> [UInt32] {
        try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(Inbox.page(of: 1, after: 0, limit: 10_000)).map(\.seq)
        }
    }

    /// Closes the store and opens it again.
    func reopen() throws {
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
        guard let database else {
            return try DatabaseStore(
                in: DataFolder.open(folder.path), migrations: Ledger.migrations, options: options)
        }
        return try DatabaseStore(
            postgreSQL: database.settings, beside: DataFolder.open(folder.path),
            migrations: Ledger.migrations, options: options)
    }
}
