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

    @Test func `of a user with two hundred let another user's pass after one`() throws {
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
        let first = try? bench.results.next(1).map(\.outcome)
        for _ in 0..<200 { gate.signal() }
        #expect(first == ["one"])
        #expect(try bench.results.next(200).allSatisfy { $0.outcome == "many" })
    }

    @Test func `are all done before the store is closed`() throws {
        let bench = try Bench(.sqlite)
        let owners = (1...50).map { ReadJob.Owner.user(User.ID(rawValue: $0 % 7)) }
        try bench.store.read(owners.map { job($0, "x") })
        try bench.store.close()
        #expect(try bench.results.next(50).count == 50)
    }
}
