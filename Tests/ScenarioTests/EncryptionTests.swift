import Client
import EventLoop
import Glibc
import TestSupport
import Testing
import Wire

@testable import Gateway
@testable import Observability
@testable import Server
@testable import Settings
@testable import SettingsFile

/// The daemon over TLS.
@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `With a certificate` {
    let folder: TemporaryFolder
    let files: (certificateFile: String, keyFile: String)

    init() throws {
        folder = try TemporaryFolder()
        files = try TestCertificate().write(to: folder)
    }

    private func site(_ change: (inout Configuration) -> Void = { _ in }) throws -> Site {
        try Site { configuration in
            configuration.tls.certificate = files.certificateFile
            configuration.tls.key = files.keyFile
            configuration.tls.port = 0
            change(&configuration)
        }
    }

    private func person(_ name: String, at site: Site) async throws -> Participant {
        let address = try #require(site.daemon.addresses.last { $0.hasPrefix("wss:") })
        let server = try #require(ServerAddress(address))
        let trust = try TLSTrust(file: files.certificateFile)
        return try await Participant(name, server, .json, trust: trust)
    }

    @Test func `two friends talk over TLS, and come back after a restart`() async throws {
        let site = try site { $0.listen.plain = .never }
        #expect(site.daemon.addresses.count == 1)
        let ana = try await person("ana", at: site)
        let ben = try await person("ben", at: site)
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        _ = try await ana.send("over TLS", to: "ben", cid: "1")
        #expect(try await ben.message().text == "over TLS")
        await ana.close()
        await ben.close()
        await site.stop()
    }

    @Test func `a peer that leaves during the handshake is counted as gone`() async throws {
        let site = try site { $0.listen.plain = .never }
        for hello: [UInt8] in [[], [0x16], [0x47]] {
            let peer = try RawPeer(port: site.daemon.port)
            peer.write(hello)
            peer.hangUp()
        }
        var metrics = try site.metrics()
        while metrics["upfor_connections_accepted_total"] != 3 || metrics["upfor_connections"] != 0
        {
            await Task.yield()
            metrics = try site.metrics()
        }
        #expect(metrics[#"upfor_connections_closed_total{reason="handshake"}"#] == 3)
        await site.stop()
    }

    @Test func `one port serves both, and tells them apart by their first byte`() async throws {
        let site = try site()
        #expect(site.daemon.addresses.map { $0.prefix { $0 != "/" } } == ["ws:", "wss:"])
        let ana = try await person("ana", at: site)
        try await ana.signUp()
        let plain = try RawPeer(port: site.daemon.port)
        #expect(try plain.upgrade() == "HTTP/1.1 101 Switching Protocols")
        await ana.close()
        await site.stop()
    }

    @Test func `a reload serves the new pair, refuses a bad one, and drops nobody`() async throws {
        let site = try site { $0.listen.plain = .never }
        let ana = try await person("ana", at: site)
        try await ana.signUp()
        let old = try TLSTrust(file: files.certificateFile)
        _ = try TestCertificate().write(to: folder)
        site.daemon.renew()
        let ben = try await person("ben", at: site)
        try await ben.signUp()
        await #expect(throws: (any Error).self) {
            let server = try #require(ServerAddress(site.daemon.addresses[0]))
            _ = try await Participant("eve", server, .json, trust: old)
        }
        try folder.write(Array("nonsense".utf8), to: "server.key")
        site.daemon.renew()
        let carl = try await person("carl", at: site)
        try await carl.signUp()
        try await ana.befriend(ben)
        #expect(await ana.lossCount == 0)
        for person in [ana, ben, carl] { await person.close() }
        await site.stop()
    }

    @Test func `a peer that does not speak TLS is counted as gone`() async throws {
        let site = try site { $0.listen.plain = .never }
        let stranger = try RawPeer(port: site.daemon.port)
        stranger.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try? stranger.rest()
        stranger.hangUp()
        while try site.metrics()["upfor_connections"] != 0 { await Task.yield() }
        let metrics = try site.metrics()
        #expect(metrics["upfor_connections_accepted_total"] == 1)
        #expect(metrics[#"upfor_connections_closed_total{reason="handshake"}"#] == 1)
        #expect(metrics[#"upfor_tls_handshakes_total{outcome="failed"}"#] == 1)
        #expect(metrics["upfor_tls_expiry_timestamp_seconds"] ?? 0 > 1_790_000_000)
        await site.stop()
    }

    @Test func `silent peers in the handshake give way to newcomers`() async throws {
        let site = try site {
            $0.listen.plain = .never
            ($0.limits.connections, $0.limits.connectionsPerAddress) = (10, 4)
        }
        let silent = try (0..<4).map { _ in try RawPeer(port: site.daemon.port) }
        let ana = try await person("ana", at: site)
        try await ana.signUp()
        _ = try? silent[0].rest()
        #expect(try site.metrics()["upfor_connections_sent_away_total"] == 1)
        await ana.close()
        await site.stop()
    }

    @Test func `a peer in the handshake when the daemon stops is still answered`() async throws {
        let site = try site {
            $0.listen.plain = .never
            ($0.drain.latecomerMilliseconds, $0.drain.seconds) = (250_000, 300)
        }
        let connection = try RawPeer(port: site.daemon.port)
        let daemon = site.daemon
        // A daemon that stops waits only for connections that it has accepted.
        while await daemon.loops.first?.newcomerCount != 1 { try Task.checkCancellation() }
        async let stopped: Void = daemon.stop()
        // Connecting until refused would not do: another process may have the port by then.
        while await daemon.loops.first?.isListening == true { await Task.yield() }
        let status = try connection.secureStatusLine("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(status == "HTTP/1.1 503 Service Unavailable")
        await stopped
    }

    @Test func `that is no good keeps the daemon from starting`() throws {
        try folder.write(Array("nonsense".utf8), to: "server.key")
        #expect(throws: StartFailure.self) { try site() }
    }

    @Test func `a page over TLS has an origin of https`() async throws {
        let site = try site()
        let own = "\(site.daemon.port)"
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(
            "GET /v1/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + "Origin: https://localhost:\(own)\r\n\r\n")
        #expect(try peer.statusLine().contains(" 403 "))
        await site.stop()
    }

    @Test func `a plain socket of the whole network is not taken over unasked`() throws {
        let listener = try Listener(host: "0.0.0.0", port: 0)
        var configuration = Configuration()
        #expect(configuration.problems.isEmpty)
        configuration.data.folder = "\(folder.path)/data"
        var left = Inheritance()
        left.sockets = [.init(name: "upford", number: dup(listener.descriptorNumber))]
        let log = EventLog(sink: EventSink { _ in true }, clock: { 0 })
        #expect(throws: StartFailure.self) {
            try Daemon(configuration, inheriting: left, log: log)
        }
    }
}
