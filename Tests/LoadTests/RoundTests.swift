import EventLoop
import Glibc
import Testing

@testable import Load

@Suite struct `A round` {
    private static func measure(_ target: Target) async throws(LoadFailure) -> Round {
        try await measure(target, process: getpid())
    }

    private static func measure(
        _ target: Target, process: pid_t?
    ) async throws(LoadFailure) -> Round {
        let plan = Round.Plan(connections: 200, warmUpMilliseconds: 20, milliseconds: 1_500)
        let message = EchoMember.Message(byteCount: 100)
        let server = SubjectServer(address: target.address, process: process)
        return try await Round.measure(
            plan, Contestant("test", server), phase: "test", Progress(isQuiet: true)
        ) { _ in EchoMember(message, depth: 3) }
    }

    @Test func `counts, times and prices the messages`() async throws {
        let round = try await EchoWorld.run(.faithful, Self.measure)
        #expect(round.messagesPerSecond > 0 && round.messageCount > 0)
        #expect(try #require(round.cpuMicrosecondsPerMessage) > 0)
        let p50 = round.latencies.microseconds(percentile: 50)
        #expect(p50 > 0 && p50 <= round.latencies.microseconds(percentile: 99))
        #expect((round.lostCount, round.doubledCount) == (0, 0))
    }

    @Test func `is worth nothing if messages come back changed`() async throws {
        let failure = await #expect(throws: LoadFailure.self) {
            try await EchoWorld.run(.changed, Self.measure)
        }
        #expect(failure?.description.hasSuffix("messages came back changed") == true)
    }

    @Test func `ends when the server hangs up`() async throws {
        let failure = await #expect(throws: LoadFailure.self) {
            try await EchoWorld.run(.none, Self.measure)
        }
        #expect(failure?.description.contains("ended: reset") == true)
    }

    @Test func `ends when nobody listens`() async throws {
        let target = try await EchoWorld.run(.faithful) { $0 }
        let failure = await #expect(throws: LoadFailure.self) { try await Self.measure(target) }
        #expect(failure?.description.contains("ended: failed") == true)
    }

    @Test func `ends when the process to measure is gone`() async throws {
        await #expect(throws: LoadFailure("there is no process 4194305 to measure")) {
            try await EchoWorld.run(.faithful) { target in
                try await Self.measure(target, process: 4_194_305)
            }
        }
    }

    @Test func `has no price where the process is not known`() async throws {
        let round = try await EchoWorld.run(.faithful) { target in
            try await Self.measure(target, process: nil)
        }
        #expect(round.cpuMicrosecondsPerMessage == nil)
        let line = ContestReport.Line("one", [round])
        let report = ContestReport(work: "echo", unit: .message, servers: [line])
        #expect(report.rows.first?[3] == "-")
        #expect(!(try report.json().contains("cpuMicroseconds")))
    }

    @Test func `compares by the least of the rounds`() async throws {
        let rounds = try await EchoWorld.run(.faithful) { target in
            [try await Self.measure(target), try await Self.measure(target)]
        }
        let report = ContestReport(
            work: "echo", unit: .message,
            servers: [
                ContestReport.Line("one", rounds), ContestReport.Line("other", [rounds[0]]),
            ])
        let least = rounds.compactMap(\.cpuMicrosecondsPerMessage).min()
        #expect(report.servers.first?.cpuMicroseconds == least)
        #expect(try #require(report.ratio(to: "other")) <= 1)
        #expect(report.ratio(to: "nobody") == nil)
        #expect(report.rows.allSatisfy { $0.count == report.columns.count })
    }
}
