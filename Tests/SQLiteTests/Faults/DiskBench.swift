import FaultyDisk
import Kernel
import SQLite
import Storage
import TestLedger
import TestSupport
import Testing
import Wire

/// A store over the ledger, on a disk that can fail, and what was said about each line.
final class DiskBench {
    let disk: FaultyDisk
    let store: DatabaseStore
    let witness = Witness()
    private let folder: TemporaryFolder
    private var asked: [String] = []

    /// - Parameters:
    ///   - change: other settings of SQLite than those that the walk needs.
    ///   - options: other settings of every store.
    init(
        _ disk: FaultyDisk, change: (inout SQLiteOptions) -> Void = { _ in },
        options changeStore: (inout StoreOptions) -> Void = { _ in }
    ) throws {
        self.disk = disk
        folder = try TemporaryFolder()
        let witness = witness
        var options = StoreOptions(
            clock: { Moment(unixMilliseconds: 1_795_176_000_000) },
            entropy: { [UInt8](repeating: 7, count: $0) }, sink: { witness.hear($0) })
        options.conditionChanged = { witness.hear($0) }
        options.readerCount = 1
        options.fullPause = .zero
        changeStore(&options)
        var settings = SQLiteOptions()
        settings.fileSystem = disk.name
        settings.pageCache = disk
        change(&settings)
        store = try DatabaseStore(
            in: DataFolder.open(folder.path), migrations: Ledger.migrations, options: options,
            settings)
    }

    deinit { store.close() }

    /// Asks for these lines at once, and waits until the store has said all that it will say.
    func write(_ lines: [String]) throws {
        asked += lines
        store.write(lines.map(Ledger.job))
        try witness.wait(for: asked.count)
    }

    /// The lines that were acknowledged, in order. Answers come in the order of their jobs.
    var acknowledged: [String] {
        zip(asked, witness.completions).filter { $0.0 == $0.1.outcome }.map(\.0)
    }

    /// The lines that were refused for a full disk.
    var refused: [String] {
        zip(asked, witness.completions).filter { $0.1.outcome == "unavailable" }.map(\.0)
    }

    func lines() throws -> [String] { try store.snapshot(Ledger.lines) }

    /// The text of every event in the inbox of user 1, with its seq in front.
    func inbox() throws -> [String] {
        try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(Inbox.page(of: 1, after: 0, limit: 1000)).map { row in
                guard case .matchEnded(let ended)? = row.event.body else { return "\(row.seq)" }
                return "\(row.seq) \(ended.activity)"
            }
        }
    }

    /// What SQLite says about the whole file.
    func integrity() throws -> [String] {
        let check = Query<String>("PRAGMA integrity_check") { columns throws(StoreError) in
            try columns.text()
        }
        return try store.snapshot { (snapshot) throws(Refusal) in try snapshot.all(check) }
    }
}

extension FaultyDisk: PageCache {
    /// All files at once: they are one medium.
    package func drop(_ path: String) { dropCache() }
}
