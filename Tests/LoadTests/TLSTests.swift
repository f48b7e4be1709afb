import EventLoop
import Glibc
import Server
import Testing

@testable import Load

@Suite struct `An encrypted contest` {
    private static func run(on server: EchoServer, _ tls: TLSServer?) async throws -> ChurnReport {
        let address = SocketAddress(v4: 0x7F00_0001, port: server.port)
        let subject = SubjectServer(address: address, process: getpid())
        let contestant = Contestant("wss", subject, Target(subject, tls: tls))
        return try await ChurnRun(count: 20, atOnce: 4, calmMilliseconds: 10)
            .run(contestant, Progress(isQuiet: true))
    }

    private static func server(_ certificate: borrowing TrialCertificate) throws -> EchoServer {
        try EchoServer(
            host: "127.0.0.1", port: 0,
            tls: (certificate.certificate, certificate.key))
    }

    @Test func `shakes hands with the server it trusts`() async throws {
        let certificate = try TrialCertificate()
        let server = try Self.server(certificate)
        let report = try await Self.run(on: server, try certificate.server())
        await server.stop()
        #expect(report.connections == 20)
        #expect(report.perSecond > 0)
    }

    @Test func `ends when the server is another, or encryption is missing`() async throws {
        let server = try Self.server(try TrialCertificate())
        let other = try TrialCertificate().server()
        await #expect(throws: LoadFailure.self) {
            try await Self.run(on: server, other)
        }
        await #expect(throws: LoadFailure.self) { try await Self.run(on: server, nil) }
        await server.stop()
    }
}
