import Dispatch
import Kernel
import SwiftProtobuf
import Synchronization
import TestLedger
import Testing
import Wire

@testable import Storage

@Suite struct `Reads that wait` {
    private func job(_ owner: ReadJob.Owner, _ name: String = "") -> ReadJob {
        let command: Job<Snapshot>.Command = { _ in .roomSent(.with { $0.room = name }) }
        return ReadJob(.command(command, replyTo: .test), owner: owner)
    }

    /// What the readers would take, if each finished before the next one begins.
    private func order(_ queue: inout ReadQueue) -> [ReadJob.Owner] {
        var order: [ReadJob.Owner] = []
        while let job = queue.takeFirst() {
            order.append(job.owner)
            queue.finish(job.owner)
        }
        return order
    }

    @Test func `take turns by owner, whoever has many`() {
        var queue = ReadQueue()
        for _ in 0..<3 { queue.append(job(.user(1))) }
        queue.append(job(.user(2)))
        for _ in 0..<2 { queue.append(job(.connection(1, loop: 0))) }
        #expect(
            order(&queue) == [
                .user(1), .user(2), .connection(1, loop: 0), .user(1), .connection(1, loop: 0),
                .user(1),
            ])
    }

    @Test func `are one at a time of each owner`() {
        var queue = ReadQueue()
        for _ in 0..<2 { queue.append(job(.user(1))) }
        #expect(queue.takeFirst()?.owner == .user(1))
        #expect(queue.takeFirst() == nil)
        queue.append(job(.user(1)))
        queue.append(job(.user(2)))
        #expect(queue.takeFirst()?.owner == .user(2))
        queue.finish(.user(1))
        #expect(queue.takeFirst()?.owner == .user(1))
        queue.finish(.user(2))
        queue.finish(.user(1))
        #expect(order(&queue) == [.user(1)])
        #expect(queue.readyCount == 0)
    }

    @Test func `of somebody with two hundred let another's pass after one`() throws {
        let bench = try Bench(.sqlite)
        let store = try bench.store
        let gate = DispatchSemaphore(value: 0)
        let slow: Job<Snapshot>.Command = { _ in
            gate.wait()
            return .roomSent(.with { $0.room = "many" })
        }
        let job = ReadJob(.command(slow, replyTo: .test), owner: .user(1))
        store.read(Array(repeating: job, count: 200))
        store.read([self.job(.user(2), "one")])
        // One reader is kept busy by the first of the two hundred, the other is free.
        let first = try? bench.results.next(1).map(\.answer)
        for _ in 0..<200 { gate.signal() }
        #expect(first == ["one"])
        #expect(try bench.results.next(200).allSatisfy { $0.answer == "many" })
    }

    @Test func `are all done before the store is closed`() throws {
        let bench = try Bench(.sqlite)
        let owners = (1...50).map { ReadJob.Owner.user(User.ID(rawValue: $0 % 7)) }
        try bench.store.read(owners.map { job($0, "x") })
        try bench.store.close()
        #expect(try bench.results.next(50).count == 50)
    }
}

@Suite struct `First in, first out` {
    @Test func `whatever comes and goes`() {
        var fifo = Fifo<Int>()
        var (next, expected) = (0, 0)
        for round in 0..<200 {
            for _ in 0..<(round % 7) {
                fifo.append(next)
                next += 1
            }
            for _ in 0..<(round % 5) {
                guard let taken = fifo.takeFirst() else { continue }
                #expect(taken == expected)
                expected += 1
            }
            #expect(fifo.count == next - expected)
        }
    }
}
