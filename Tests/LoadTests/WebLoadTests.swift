import ArgumentParser
import EventLoop
import Glibc
import Observability
import Server
import Settings
import TestSupport
import Testing

@testable import Load

@Suite(.timeLimit(.minutes(5))) struct `Requests over HTTP` {
    @Test func `are read and written on connections that stay`() async throws {
        let folder = try TestSupport.TemporaryFolder()
        let configuration = Configuration.trial(in: folder.path)
        let log = EventLog(
            sink: EventSink { _ in true }, level: .error, addresses: .full, clock: { 0 })
        let daemon = try Daemon(configuration, log: log)
        let server = SubjectServer(
            address: SocketAddress(v4: 0x7F00_0001, port: daemon.port), process: getpid())
        let progress = Progress(isQuiet: true)
        let tokens = try await RegistrationRun(count: 2, crowd: "web").tokens(server, progress)
        let line = try await WebRun(connections: 5, active: 2, milliseconds: 50)
            .run("upford", server, tokens, progress)
        await daemon.stop()
        #expect(line.reads.answers.count >= 2)
        #expect(line.writes.answers.count >= 2)
        #expect(line.idleAnswered == 3)
    }

    @Test func `are answered in parts`() throws {
        let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8)
        for cut in 1..<bytes.count {
            var answer = WebAnswer()
            let first = try bytes[..<cut].withUnsafeBytes { try answer.take($0) }
            #expect(first == nil)
            let second = try bytes[cut...].withUnsafeBytes { try answer.take($0) }
            #expect(second == 200)
        }
    }

    @Test func `are compared with a commit in plain C`() {
        let line = "1 pages: 170 us of processor a commit, p50 0.40 ms, p99 1.00 ms\n"
        #expect(CommitYardstick.microseconds(in: line) == 170)
        #expect(CommitYardstick.microseconds(in: "cannot open") == nil)
    }

    @Test(
        arguments: [
            ["--connections", "0"], ["--connections", "10", "--active", "11"],
            ["--seconds", "0"], ["--connect", "127.0.0.1:8080"],
        ])
    func `refuse options out of bounds`(options: [String]) {
        #expect(throws: (any Error).self) { _ = try LoadCommand.parseAsRoot(["http"] + options) }
    }

    @Test func `take their options`() throws {
        _ = try LoadCommand.parseAsRoot(["http", "--connections", "10000", "--active", "50"])
    }
}
