import EventLoop
import Glibc
import Testing

@testable import Load

@Suite struct `A round of echoing` {
    private static let plan = EchoRound.Plan(
        connections: 200, depth: 3, bytes: 100, warmUpMilliseconds: 20, milliseconds: 200)

    private static func measure(_ target: Target) async throws(LoadFailure) -> EchoRound {
        try await EchoRound.measure(
            plan, target, ProcessMeter(process: getpid()), name: "test", Progress(isQuiet: true))
    }

    @Test func `counts, times and prices the messages`() async throws {
        let round = try await EchoWorld.run(.faithful, Self.measure)
        #expect(round.messagesPerSecond > 0)
        #expect(round.cpuMicrosecondsPerMessage > 0)
        let p50 = round.latencies.microseconds(percentile: 50)
        #expect(p50 > 0 && p50 <= round.latencies.microseconds(percentile: 99))
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
                try await EchoRound.measure(
                    Self.plan, target, ProcessMeter(process: 4_194_305), name: "test",
                    Progress(isQuiet: true))
            }
        }
    }

    @Test func `compares by the least of the rounds`() async throws {
        let rounds = try await EchoWorld.run(.faithful) { target in
            [try await Self.measure(target), try await Self.measure(target)]
        }
        let report = EchoReport(
            Self.plan, [EchoReport.Line("one", rounds), EchoReport.Line("other", [rounds[0]])])
        let least = rounds.map(\.cpuMicrosecondsPerMessage).min()
        #expect(report.servers.first?.cpuMicrosecondsPerMessage == least)
        #expect(try #require(report.ratio) <= 1)
        #expect(report.rows.allSatisfy { $0.count == report.columns.count })
    }
}
