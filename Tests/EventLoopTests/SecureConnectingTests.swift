import EventLoop
import TestSupport
import Testing

@Suite struct `Connecting over TLS` {
    /// How a connect to a server with this certificate ends, for a client that trusts `authority`.
    private func outcome(
        of certificate: TestCertificate, named name: String = "localhost",
        trusting authority: TestCertificate
    ) throws -> Journal.Event {
        let folder = try TemporaryFolder()
        // A server may well have what a client refuses, so the server of this test is not ours.
        let files = try certificate.write(to: folder)
        let roots = try authority.write(to: folder, as: "authority")
        let credentials = try TLSCredentials(
            certificateFile: files.certificateFile, keyFile: files.keyFile)
        let server = TLSServer(name: name, trust: try TLSTrust(file: roots.certificateFile))
        return try outcome(of: World(security: .tls(credentials)), server)
    }

    private func outcome(of world: World, _ server: TLSServer) throws -> Journal.Event {
        let client = try World(.mute)
        let address = world.listener.address
        _ = try #require(try client.onLoop { $0.connect(to: address, tls: server) })
        return try #require(client.journal.first { $0.first })
    }

    private func isOpened(_ event: Journal.Event) -> Bool {
        if case .opened = event { true } else { false }
    }

    private func reason(_ event: Journal.Event) -> String {
        if case .closed(_, .insecure(let reason)) = event { reason } else { "\(event)" }
    }

    @Test func `opens a connection at both ends, which carries bytes`() throws {
        let server = try World(over: .tls13)
        let client = try World(.mute)
        let address = server.listener.address
        let expected = try Certificates.shared.server()
        let connection = try #require(
            try client.onLoop { $0.connect(to: address, tls: expected) })
        #expect(client.journal.opened(1) == [connection])
        let sent = pattern(200_000)
        _ = try client.onLoop { loop in
            sent.withUnsafeBytes { _ = loop.send($0, to: connection) }
        }
        let echoed = client.journal.first { events in
            let counts = events.map { event in
                if case .received(_, let byteCount) = event { byteCount } else { 0 }
            }
            return counts.reduce(0, +) == sent.count ? true : nil
        }
        #expect(echoed == true)
        #expect(try client.onLoop { $0.isEncrypted(connection) })
        _ = try client.onLoop { $0.close(connection) }
        #expect(client.journal.closures(1) == [.byUs])
        #expect(server.journal.closures(1) == [.byPeer])
    }

    @Test(arguments: ["localhost", "127.0.0.1", "LOCALHOST", "localhost."])
    func `accepts every name that the certificate has`(name: String) throws {
        let authority = try TestCertificate("authority", isAuthority: true)
        let certificate = try TestCertificate(issuer: authority)
        #expect(isOpened(try outcome(of: certificate, named: name, trusting: authority)))
    }

    @Test(arguments: ["example.org", "127.0.0.2", "::1", "localhost.example.org"])
    func `refuses a server of another name`(name: String) throws {
        let authority = try TestCertificate("authority", isAuthority: true)
        let event = try outcome(
            of: TestCertificate(issuer: authority), named: name, trusting: authority)
        #expect(reason(event) == "its certificate is for another name")
    }

    @Test func `refuses a server whose certificate no trusted authority has signed`() throws {
        let authority = try TestCertificate("authority", isAuthority: true)
        let stranger = try TestCertificate("stranger", isAuthority: true)
        for certificate in [try TestCertificate(), try TestCertificate(issuer: stranger)] {
            let event = try outcome(of: certificate, trusting: authority)
            #expect(reason(event) == "its certificate is signed by nobody that is trusted here")
        }
    }

    @Test func `trusts a certificate that was itself named as trusted`() throws {
        let own = try TestCertificate()
        #expect(isOpened(try outcome(of: own, trusting: own)))
    }

    @Test func `has no name to check, and so is not begun`() throws {
        let client = try World(.mute)
        let address = client.listener.address
        for name in ["", "local\0host"] {
            let server = try Certificates.shared.server(name)
            #expect(try client.onLoop { $0.connect(to: address, tls: server) } == nil)
        }
    }

    @Test func `to a server that speaks something else says so`() throws {
        let event = try outcome(of: World(.echo), Certificates.shared.server())
        #expect(!isOpened(event))
        let words = try outcome(of: World(.farewell(byteCount: 300)), Certificates.shared.server())
        #expect(reason(words).hasPrefix("the peer does not speak TLS here"))
    }
}
