import ArgumentParser
import Glibc
import Testing

@testable import Load

@Suite struct `A crowd` {
    private static let sentHome = "the crowd was sent home"

    @Test func `is sent home, however its work ends`() async throws {
        let failure = try await EchoWorld.run(.faithful) { target in
            let crowd = try CrowdLoop(3, to: target, tally: RoundTally()) { _ in
                EchoMember(EchoMember.Message(byteCount: 8), depth: 1)
            }
            await #expect(throws: LoadFailure("too bad")) {
                try await crowd.whileThere { crowd throws(LoadFailure) in
                    try await crowd.reach("all there", 3, Progress(isQuiet: true)) {
                        $0.openCount
                    }
                    throw LoadFailure("too bad")
                }
            }
            return await crowd.ask { crowd, _ in crowd.failure?.description }
        }
        #expect(failure == Self.sentHome)
    }

    /// Four connections, each of which says one thing.
    private static func echo(
        _ crowd: CrowdLoop<EchoMember>
    ) async throws(LoadFailure) -> RoundTally {
        let quiet = Progress(isQuiet: true)
        try await crowd.reach("all there", 4, quiet) { $0.openCount }
        await crowd.ask { crowd, _ in crowd.tally.isOver = true }
        await crowd.begin()
        // Some never come from those that are uneven: this is how long nothing has to come.
        return try await crowd.finish("the last", patience: 3_000, quiet)
    }

    private static func echo(_ echoing: Echoing) async throws -> RoundTally {
        try await EchoWorld.run(echoing) { target in
            try await CrowdLoop(4, to: target, tally: RoundTally()) { _ in
                EchoMember(EchoMember.Message(byteCount: 8), depth: 1)
            }.whileThere(echo)
        }
    }

    @Test func `counts for each connection what is lost there, and what comes twice`() async throws
    {
        let even = try await Self.echo(.faithful)
        #expect((even.count, even.lostCount, even.doubledCount) == (4, 0, 0))
        let uneven = try await Self.echo(.uneven)
        #expect((uneven.count, uneven.lostCount, uneven.doubledCount) == (4, 2, 2))
    }

    @Test func `tells why it has failed, and not of what is lost by that`() async throws {
        let failure = await #expect(throws: LoadFailure.self) { try await Self.echo(.none) }
        #expect(failure?.description.contains("ended: reset") == true)
    }

    @Test func `lets each of the idle say one thing at the end`() async throws {
        let line = try await EchoWorld.run(.faithful) { target in
            let server = SubjectServer(address: target.address, process: getpid())
            return try await IdleRun(program: "", progress: Progress(isQuiet: true))
                .bare(20, Contestant("test", server))
        }
        #expect((line.connections, line.lost, line.duplicated) == (20, 0, 0))
        #expect(line.deliveries.count == 20)
        let report = IdleReport(idle: [line])
        #expect(report.complaints == [])
        #expect(report.rows.allSatisfy { $0.count == report.columns.count })
    }

    @Test func `does not call those clean whose word was refused`() {
        var tally = ChatTally()
        (tally.sentCount, tally.refusedCount, tally.firstRefusal) = (1, 1, "BUSY")
        let mark = ChatOutcome.Mark(time: 0, cpu: nil, tally: tally)
        let words = IdleWords(ChatOutcome(from: mark, to: mark, ChatAudit(tally)))
        let line = IdleReport.Line(
            "signed-in user", of: "upford", connections: 1, from: 0, to: 0, words)
        #expect(
            IdleReport(idle: [line]).complaints == [
                "signed-in user, upford: REFUSED: 1 commands, the first: BUSY"
            ])
    }

    @Test func `may be put before a server of which only the address is known`() throws {
        let there = ["--connect", "127.0.0.1:80"]
        let echo = try ProfileCommand.parse(["echo"] + there)
        #expect(try echo.server.running()?.known == nil)
        let known = try ProfileCommand.parse(["churn", "--server-pid", "7"] + there)
        #expect(try known.server.running()?.known?.process == 7)
        for words in [["--server-pid", "7"], ["--connect", "80"], ["--connect", "here:80"]] {
            #expect(throws: (any Error).self) { try ProfileCommand.parse(["echo"] + words) }
        }
        for profile in ["churn", "bomb", "tls"] {
            #expect(throws: (any Error).self) { try ProfileCommand.parse([profile] + there) }
        }
        #expect(throws: (any Error).self) { try IdleCommand.parse(there + ["--users", "0"]) }
    }
}
