import Kernel
import SQLite
import Storage
import Synchronization
import TestLedger
import TestSupport
import Testing

/// Ids never repeat, whatever the clock does while the daemon is away.
@Suite struct `Ids of a store` {
    /// Makes `count` ids at a time, and keeps none of them in a row of the store.
    private static func ids(
        _ count: Int, at moment: Moment, in folder: TemporaryFolder
    ) throws -> [Int64] {
        let results = Results()
        let made = Mutex<[Int64]>([])
        var options = StoreOptions.forNobody
        options.clock = { moment }
        options.sink = { results.append($0) }
        let store = try DatabaseStore(
            in: DataFolder.open(folder.path), migrations: Ledger.migrations, options: options)
        defer { store.close() }
        store.write(
            (0..<count).map { _ in
                Ledger.job("made") { (transaction) throws(Refusal) in
                    let id: Identifier<User> = transaction.makeID()
                    made.withLock { $0.append(id.rawValue) }
                }
            })
        _ = try results.next(count)
        return made.withLock { $0 }
    }

    @Test(arguments: [0, -1, -3_600, -86_400 * 365, 3_600])
    func `go on after a restart, when no row has one of them`(seconds: Int) throws {
        let folder = try TemporaryFolder()
        let noon = Moment(unixMilliseconds: 1_795_176_000_000)
        var all = try Self.ids(10_000, at: noon, in: folder)
        all += try Self.ids(10, at: noon.advanced(by: .seconds(seconds)), in: folder)
        all += try Self.ids(10, at: noon, in: folder)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `stay close to the clock`() throws {
        let folder = try TemporaryFolder()
        let noon = Moment(unixMilliseconds: 1_795_176_000_000)
        let first = try Self.ids(1, at: noon, in: folder)[0]
        let second = try Self.ids(1, at: noon, in: folder)[0]
        #expect(second - first < IdentifierSource.distance(.seconds(2)))
    }
}
