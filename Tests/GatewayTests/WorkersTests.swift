import Dispatch
import Kernel
import Synchronization
import Testing
import Wire

@testable import Gateway

@Suite struct `A queue of workers` {
    /// Keeps what is to be read.
    private final class IdleStore: Store {
        let reads = Mutex([ReadJob]())
        let arrival = DispatchSemaphore(value: 0)

        func write(_ jobs: [WriteJob]) {}
        func read(_ jobs: [ReadJob]) {
            reads.withLock { $0 += jobs }
            arrival.signal()
        }
        func snapshot<Result>(
            _ body: (Snapshot) throws(Refusal) -> Result
        ) throws(Refusal) -> Result { throw .fault }
        func close() {}
    }

    private static func origin(_ command: UInt32) -> Origin {
        Origin(connection: 1, loop: 0, replyTo: .socket(command: command, .binary), name: "avatar")
    }

    @Test func `refuses what is too much, but not what must come behind it`() throws {
        let done = Mutex([UInt32]())
        let workers = Workers(
            count: 1, waitingMax: 1, store: IdleStore(),
            sink: { completions in
                done.withLock { $0 += completions.compactMap { $0.origin?.command } }
            })
        let gate = DispatchSemaphore(value: 0)
        let slow = workers.submit(
            { _ throws(Refusal) in
                gate.wait()
                throw .fault
            }, Self.origin(1))
        #expect(slow)
        let tooMuch = workers.submit({ _ throws(Refusal) in throw .fault }, Self.origin(2))
        #expect(!tooMuch)
        let behind = workers.submit(
            { _ throws(Refusal) in throw .fault }, Self.origin(3), evenIfFull: true)
        #expect(behind)
        gate.signal()
        // One queue: what is submitted now is done when the others are.
        let end = DispatchSemaphore(value: 0)
        let last = workers.submit(
            { _ throws(Refusal) in
                end.signal()
                throw .fault
            }, Self.origin(4), evenIfFull: true)
        try #require(last)
        end.wait()
        #expect(done.withLock { $0.prefix(2) } == [1, 3])
    }

    @Test func `reads in the turn of the caller, and encodes the answer there`() throws {
        let store = IdleStore()
        let workers = Workers(count: 1, waitingMax: 1, store: store, sink: { _ in })
        let reading = Workers.Reading(owner: .user(7)) { _ in EncodedAnswer([1, 2]) }
        let isTaken = workers.submit(
            { _ throws(Refusal) in
                .wait({ resume in resume() }) { _ throws(Refusal) in
                    .read { _ throws(Refusal) in .done(Done()) }
                }
            }, Self.origin(1), reading: reading)
        #expect(isTaken)
        store.arrival.wait()
        let job = try #require(store.reads.withLock { $0.first })
        #expect(job.owner == .user(7) && job.encoder?(.done(Done())).bytes == [1, 2])
    }
}
