import Kernel
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Server

/// What the daemon does by itself, at intervals.
@Suite struct `The daemon's own work` {
    @Test(.timeLimit(.minutes(1)))
    func `is done again at once while something is left`() async throws {
        let (turns, continuation) = AsyncStream<Int>.makeStream()
        let count = Mutex(0)
        let chore = Chore(name: "pile", interval: .seconds(1)) { _ throws(Refusal) in
            let turn = count.withLock { count in
                count += 1
                return count
            }
            continuation.yield(turn)
            return turn % 20 != 0
        }
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(
            in: DataFolder.open(folder.path), migrations: Catalog().migrations,
            options: SQLiteStore.Options(
                clock: { Moment(unixMilliseconds: 0) },
                entropy: { [UInt8](repeating: 0, count: $0) }, sink: { _ in }))
        let chores = Chores([chore], store: store)
        let start = ContinuousClock.now
        chores.start()
        var times: [Duration] = []
        for await turn in turns {
            times.append(ContinuousClock.now - start)
            if turn == 21 { break }
        }
        chores.stop()
        store.close()
        #expect(times[0] >= .milliseconds(900))
        #expect(times[19] - times[0] < .seconds(10))
        #expect(times[20] - times[19] >= .milliseconds(500))
    }
}
