import EventLoop
import Gateway
import Glibc
import Testing

@testable import Load

@Suite struct `A fan-out` {
    private static let fanout = Fanout(receivers: 20, underWay: 3, bytes: 64)

    private static func run(on port: UInt16) async throws(LoadFailure) -> ContestReport {
        let server = SubjectServer(
            address: SocketAddress(v4: 0x7F00_0001, port: port), process: getpid())
        let contest = Contest(contestants: [Contestant("upford", server)], rounds: 1)
        return try await fanout.run(contest, seconds: 1, Progress(isQuiet: true))
    }

    @Test func `reaches everybody, and prices each delivery`() async throws {
        let server = try EchoServer(
            host: "127.0.0.1", port: 0, audience: .everyone)
        let report = try await Self.run(on: server.port)
        await server.stop()
        let line = try #require(report.servers.first)
        #expect(line.perSecond > 0)
        #expect(line.latencies.count > 0)
        // 64 bytes, and two before them.
        #expect(abs(line.bytes - 66) < 1)
    }

    @Test func `stands still when messages do not reach everybody`() async throws {
        let server = try EchoServer(
            host: "127.0.0.1", port: 0, audience: .sender)
        await #expect(throws: LoadFailure("not one message came back")) {
            try await Self.run(on: server.port)
        }
        await server.stop()
    }

    @Test func `reads the moment from a message, and nothing from another's`() {
        var output: [UInt8] = []
        Self.fanout.append(at: 0x0102_0304, to: &output)
        #expect(output.count == 2 + 4 + 64)
        let mine: [UInt8] = [4, 3, 2, 1, 0, 0, 0, 0] + (0..<56).map { 97 + UInt8($0 % 26) }
        var changed = mine
        changed[9] ^= 1
        let short = Array(mine.dropLast())
        let moments = [mine, changed, short, []].map { bytes in
            bytes.withUnsafeBytes { Self.fanout.sentAt($0) }
        }
        #expect(moments == [0x0102_0304, nil, nil, nil])
    }
}
