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

    @Test func `may be put before a server of which only the address is known`() throws {
        let there = ["--connect", "127.0.0.1:80"]
        #expect(try EchoCommand.parse(there).server.running()?.known == nil)
        let known = there + ["--server-pid", "7"]
        #expect(try EchoCommand.parse(known).server.running()?.known?.process == 7)
        for words in [["--server-pid", "7"], ["--connect", "80"], ["--connect", "here:80"]] {
            #expect(throws: (any Error).self) { try EchoCommand.parse(words) }
        }
        #expect(throws: (any Error).self) { try ChurnCommand.parse(there) }
        #expect(throws: (any Error).self) { try BombCommand.parse(there) }
    }
}
