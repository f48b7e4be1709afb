import EventLoop
import Gateway
import Testing

@testable import Load

@Suite struct `An encrypted contest` {
    private static func server(_ certificate: borrowing TrialCertificate) throws -> EchoServer {
        try EchoServer(
            host: "127.0.0.1", port: 0,
            tls: (certificate.certificate, certificate.key))
    }

    @Test func `shakes hands with the server it trusts`() async throws {
        let certificate = try TrialCertificate()
        let server = try Self.server(certificate)
        let report = try await ChurnRun.trial(
            on: server.port, tls: try certificate.server())
        await server.stop()
        #expect(report.connections == 20)
        #expect(report.perSecond > 0)
    }

    @Test func `ends when the server is another, or encryption is missing`() async throws {
        let server = try Self.server(try TrialCertificate())
        let other = try TrialCertificate().server()
        await #expect(throws: LoadFailure.self) {
            try await ChurnRun.trial(on: server.port, tls: other)
        }
        await #expect(throws: LoadFailure.self) { try await ChurnRun.trial(on: server.port) }
        await server.stop()
    }
}
