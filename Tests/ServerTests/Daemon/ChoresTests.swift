import Dispatch
import Kernel
import SQLite
import Storage
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Server

/// What the daemon does by itself, at intervals.
@Suite struct `The daemon's own work` {
    @Test(.timeLimit(.minutes(5)))
    func `is done again at once while something is left`() async throws {
        let (turns, continuation) = AsyncStream<ContinuousClock.Instant>.makeStream()
        let count = Mutex(0)
        let chore = Chore(name: "pile", interval: .seconds(1)) { _ throws(Refusal) in
            // The time is taken here, because the reader of the stream may be late.
            continuation.yield(.now)
            return count.withLock { count in
                count += 1
                return count < 20
            }
        }
        let folder = try TemporaryFolder()
        let store = try DatabaseStore(
            in: DataFolder.open(folder.path), migrations: Catalog().migrations,
            options: StoreOptions(
                clock: { Moment(unixMilliseconds: 0) },
                entropy: { [UInt8](repeating: 0, count: $0) }, sink: { _ in }))
        let chores = Chores([chore], store: store)
        let start = ContinuousClock.now
        chores.start()
        var times: [ContinuousClock.Instant] = []
        for await time in turns {
            times.append(time)
            if times.count == 23 { break }
        }
        chores.stop()
        store.close()
        #expect(times[0] - start >= .milliseconds(900))
        // A machine that stands still makes some of them wait, but not most of them.
        let late = (1...19).count { times[$0] - times[$0 - 1] >= .milliseconds(900) }
        #expect(late < 10)
        // At most one of three can have waited, where the machine was busy.
        #expect(times[22] - times[19] >= .milliseconds(900))
    }

    @Test(.timeLimit(.minutes(5)))
    func `goes on once, however many of its turns waited for the store together`() async throws {
        let (commits, continuation) = AsyncStream<Int>.makeStream()
        // Slow enough for a timer to come between two turns.
        let chore = Chore(name: "pile", interval: .seconds(1)) { _ throws(Refusal) in
            let end = ContinuousClock.now + .milliseconds(3)
            while ContinuousClock.now < end {}
            return true
        }
        let folder = try TemporaryFolder()
        let store = try DatabaseStore(
            in: DataFolder.open(folder.path), migrations: Catalog().migrations,
            options: StoreOptions(
                clock: { Moment(unixMilliseconds: 0) },
                entropy: { [UInt8](repeating: 0, count: $0) },
                sink: { continuation.yield($0.count) }))
        let stall = DispatchSemaphore(value: 0)
        store.write([WriteJob { _ throws(Refusal) in stall.wait() }])
        let chores = Chores([chore], store: store)
        chores.start()
        // In steps: while the machine stands still a timer comes once, and so does a step.
        let steps = DispatchSource.makeTimerSource()
        let stepCount = Mutex(0)
        steps.schedule(deadline: .now() + 1.2, repeating: 1.2)
        steps.setEventHandler {
            let count = stepCount.withLock { count in
                count += 1
                return count
            }
            if count == 3 { stall.signal() }
        }
        steps.activate()
        defer { steps.cancel() }
        var turns: [Int] = []
        for await count in commits {
            turns.append(count)
            if turns.count == 300 { break }
        }
        chores.stop()
        store.close()
        // The stall, what waited behind it, and then one at a time, but for those that a timer
        // adds on a slow machine.
        #expect(turns[1] >= 2)
        #expect(turns.dropFirst(2).count { $0 > 1 } < 100)
    }
}
