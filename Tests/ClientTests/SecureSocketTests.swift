import EventLoop
import TestSupport
import Testing
import Wire

@testable import Client

@Suite(.timeLimit(.minutes(5))) struct `Over TLS` {
    private let folder: TemporaryFolder
    private let server: TestServer
    private let trust: TLSTrust

    init() throws {
        folder = try TemporaryFolder()
        let authority = try TestCertificate("authority", isAuthority: true)
        let files = try TestCertificate(issuer: authority).write(to: folder)
        let roots = try authority.write(to: folder, as: "authority")
        trust = try TLSTrust(file: roots.certificateFile)
        server = try TestServer(
            TLSCredentials(certificateFile: files.certificateFile, keyFile: files.keyFile))
    }

    private func client(_ address: String, trusting trust: TLSTrust?) throws -> UpforClient {
        UpforClient(
            server: try #require(ServerAddress(address)),
            options: ClientOptions(
                device: "test-1", answerSeconds: 3_600, connectSeconds: 3_600, trust: trust))
    }

    @Test func `a client chats with a server that it trusts`() async throws {
        server.deliver(["one", "two"])
        let client = try client(server.address, trusting: trust)
        try await client.connect()
        _ = try await client.signIn(token: "t", after: 0, epoch: "")
        #expect(await `Over a real socket`.texts(2, from: client) == ["one", "two"])
        await client.close()
        await server.stop()
    }

    @Test func `a client says what is wrong with a server that it does not trust`() async throws {
        let client = try client(server.address, trusting: nil)
        let error = await #expect(throws: ClientError.self) { try await client.connect() }
        let place = server.address.dropFirst("wss://".count)
        let reason = "\(place): its certificate is signed by nobody that is trusted here"
        #expect(error == .unreachable(reason))
        await client.close()
        await server.stop()
    }

    @Test func `a client that asked for TLS never speaks without`() async throws {
        let plain = try TestServer()
        let address = "wss" + plain.address.dropFirst(2)
        let client = try client(address, trusting: trust)
        let error = await #expect(throws: ClientError.self) { try await client.connect() }
        guard case .unreachable(let reason)? = error else {
            Issue.record("not unreachable: \(String(describing: error))")
            return
        }
        #expect(reason.hasSuffix("the server ended the connection during the TLS handshake"))
        await client.close()
        await plain.stop()
        await server.stop()
    }
}
