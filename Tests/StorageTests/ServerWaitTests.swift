import Kernel
import Testing

@testable import PostgreSQL

/// Times are passed in, and no time passes. `start` is the last sign of life of the server.
@Suite struct `Waiting for an answer of the database` {
    private let start = ContinuousClock.now
    private let hearing: ServerHearing

    init() { hearing = ServerHearing(at: start) }

    private func after(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func `ends a node that hears nothing for four seconds`() {
        let wait = ServerWait(end: after(30), hearing: hearing)
        #expect(wait.next(after: start) == after(4))
        #expect(wait.verdict(at: after(3.9)) == nil)
        guard case .broken = wait.verdict(at: after(4)) else {
            Issue.record("expected the end of the node")
            return
        }
    }

    @Test func `goes on when the server has said something on another connection`() {
        let wait = ServerWait(end: after(30), hearing: hearing)
        hearing.note(at: after(1))
        #expect(wait.verdict(at: after(4)) == nil)
        #expect(wait.next(after: after(4)) == after(8))
        #expect(wait.verdict(at: after(5)) != nil)
    }

    @Test func `says that no answer came when the limit is over`() {
        let writer = ServerWait(end: after(30), hearing: nil)
        #expect(writer.next(after: start) == after(30))
        #expect(writer.verdict(at: after(29)) == nil)
        let hurried = ServerWait(end: after(2), hearing: hearing)
        #expect(hurried.next(after: start) == after(2))
        for (wait, seconds) in [(writer, 30.0), (hurried, 2), (hurried, 9)] {
            guard case .unreachable = wait.verdict(at: after(seconds)) else {
                Issue.record("expected no answer after \(seconds) s")
                continue
            }
        }
    }

    @Test func `has no end when nothing limits it`() {
        let wait = ServerWait(end: nil, hearing: nil)
        #expect(wait.next(after: start) == nil)
        #expect(wait.verdict(at: after(3_600)) == nil)
    }
}
