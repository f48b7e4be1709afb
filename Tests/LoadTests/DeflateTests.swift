import EventLoop
import Gateway
import Glibc
import Testing
import WebSocket

@testable import Load

@Suite struct `Compression under load` {
    private static func subject(_ server: EchoServer) -> SubjectServer {
        SubjectServer(
            address: SocketAddress(v4: 0x7F00_0001, port: server.port), process: getpid())
    }

    @Test func `sends fewer bytes than without, and brings back the same`() async throws {
        let server = try EchoServer(host: "127.0.0.1", port: 0)
        let subject = Self.subject(server)
        let contest = Contest(
            contestants: [
                Contestant("compressed", subject, Target(subject, deflates: true)),
                Contestant("plain", subject, Target(subject)),
            ], rounds: 1)
        let work = DeflateWork(connections: 4, bytes: 2000, seconds: 1)
        let report = try await work.run(contest, Progress(isQuiet: true))
        #expect(report.servers[1].bytes == 2004)
        #expect(report.servers[0].bytes < 1000)
        await server.stop()
    }

    @Test func `finds that a bomb is not let through`() async throws {
        let server = try EchoServer(host: "127.0.0.1", port: 0)
        let subject = Self.subject(server)
        let run = BombRun(count: 3, inflatedBytes: 100_000)
        let target = Target(subject, deflates: true)
        let report = try await run.run(
            Contestant("upford", subject, target), Progress(isQuiet: true))
        #expect(report.count == 3)
        #expect(report.frameBytes < 1000)
        await server.stop()
    }

    @Test func `sends a bomb that is no larger than a message may be`() {
        #expect(BombMember.Bomb(inflatedBytes: 60_000_000).frame.count < 65_536)
    }

    @Test(arguments: [100_000, 20_000_000])
    func `complains of a bomb that is let through, however large it is`(bytes: Int) async throws {
        let limits = MessageLimits(messageBytesMax: 67_108_864)
        let server = try EchoServer(host: "127.0.0.1", port: 0, messages: limits)
        let subject = Self.subject(server)
        let failure = await #expect(throws: LoadFailure.self) {
            try await BombRun(count: 2, inflatedBytes: bytes).run(
                Contestant("upford", subject, Target(subject, deflates: true)),
                Progress(isQuiet: true))
        }
        #expect(failure?.description == "a bomb was let through")
        await server.stop()
    }

    @Test func `is refused by a server that does not compress`() async throws {
        let server = try EchoServer(host: "127.0.0.1", port: 0, deflates: false)
        let subject = Self.subject(server)
        let target = Target(subject, deflates: true)
        await #expect(throws: LoadFailure.self) {
            try await BombRun(count: 1, inflatedBytes: 100_000)
                .run(Contestant("upford", subject, target), Progress(isQuiet: true))
        }
        await server.stop()
    }
}
