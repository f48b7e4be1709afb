import TestSupport
import Testing

@testable import Server
@testable import Settings

/// Behind a proxy that says who its clients are.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `Behind a trusted proxy` {
    private static func forwarded(_ client: String) -> String { "X-Forwarded-For: \(client)\r\n" }

    private static func register(
        _ name: String, from client: String, at site: Site
    ) throws -> String {
        let peer = try RawPeer(port: site.daemon.port)
        #expect(try peer.upgrade(fields: forwarded(client)) == "HTTP/1.1 101 Switching Protocols")
        peer.say(
            #"{"id":1,"accountRegister":{"username":"\#(name)","email":"\#(name)@a.org","#
                + #""password":"correct horse","device":"raw"}}"#)
        return try peer.next()
    }

    @Test(arguments: [
        ("127.0.0.0/8", "203.0.113.9", false), ("127.0.0.0/8", "203.0.113.8", true),
        ("127.0.0.0/8", "garbage", false), ("192.0.2.0/24", "203.0.113.9", true),
    ])
    func `everybody has rates of their own`(
        proxies: String, other: String, isSame: Bool
    ) async throws {
        let site = try Site {
            $0.http.trustedProxies = proxies
            ($0.rates.enabled, $0.rates.registrationsPerHour) = (true, 1)
        }
        #expect(try Self.register("ana", from: "1.2.3.4, 203.0.113.8", at: site).contains("token"))
        let answer = try Self.register("ben", from: "5.6.7.8, \(other)", at: site)
        #expect(answer.contains(isSame ? "RATE_LIMITED" : "token"))
        await site.stop()
    }

    @Test func `everybody has places of their own, and is named in the event log`() async throws {
        let site = try Site {
            $0.http.trustedProxies = "127.0.0.1"
            $0.limits.connectionsPerAddress = 2
        }
        var held: [RawPeer] = []
        let clients = ["203.0.113.8", "203.0.113.8", "203.0.113.9", "2001:db8::1", "2001:db8::2"]
        for (number, client) in clients.enumerated() {
            let peer = try RawPeer(port: site.daemon.port)
            #expect(try peer.upgrade(fields: Self.forwarded(client)).contains("101"))
            peer.say(RawPeer.open(try peer.register("user\(number)")))
            #expect(try peer.next().contains("session"))
            held.append(peer)
        }
        for client in ["203.0.113.8", "2001:db8::3"] {
            let peer = try RawPeer(port: site.daemon.port)
            #expect(try peer.upgrade(fields: Self.forwarded(client)).contains("503"))
            #expect(peer.head.contains("Retry-After: 10"))
        }
        let refused = try site.metrics()[#"upfor_connections_turned_away_total{reason="limit"}"#]
        #expect(refused == 2)
        held[0].hangUp()
        var status = ""
        while !status.contains("101") {
            let peer = try RawPeer(port: site.daemon.port)
            status = try peer.upgrade(fields: Self.forwarded("203.0.113.8"))
            held.append(peer)
        }
        await site.stop()
        let log = site.endLog()
        #expect(log.contains(#""ev":"conn.forwarded""#))
        #expect(log.contains(#""addr":"2001:db8::1""#))
        #expect(log.contains(#""ev":"conn.refused","addr":"203.0.113.8""#))
    }

    @Test func `a proxy has no share of the handshakes: everybody behind it has`() async throws {
        let folder = try TemporaryFolder()
        let files = try TestCertificate().write(to: folder)
        let site = try Site {
            $0.http.trustedProxies = "127.0.0.1"
            ($0.tls.certificate, $0.tls.key) = (files.certificateFile, files.keyFile)
            ($0.tls.port, $0.listen.plain) = (0, .never)
            ($0.tls.handshakesPerAddress, $0.tls.patienceMilliseconds) = (1, 60_000)
        }
        let slow = try RawPeer(port: site.daemon.port)
        slow.write([0x16])
        let peer = try RawPeer(port: site.daemon.port)
        let answer = try peer.secureStatusLine("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(answer == "HTTP/1.1 200 OK")
        slow.hangUp()
        await site.stop()
    }
}
