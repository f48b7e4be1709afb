import EventLoop
import Testing

@testable import Settings

/// Which web pages may connect.
@Suite struct `Origins of pages` {
    static let loopback = SocketAddress(v4: 0x7F00_0001, port: 8080)

    @Test func `without a list are those of the very address that was connected to`() throws {
        let own = try #require(Origins(""))
        let v6 = try #require(SocketAddress.parse(host: "2001:db8::1", port: 443))
        let rows: [(String, SocketAddress, Bool, Bool)] = [
            ("http://127.0.0.1:8080", Self.loopback, false, true),
            ("http://localhost:8080", Self.loopback, false, true),
            ("http://localhost", SocketAddress(v4: 0x7F00_0001, port: 80), false, true),
            ("http://localhost:80", SocketAddress(v4: 0x7F00_0001, port: 80), false, false),
            ("https://127.0.0.1:8080", Self.loopback, true, true),
            ("https://[2001:db8::1]", v6, true, true),
            ("http://127.0.0.1:8080", Self.loopback, true, false),
            ("https://127.0.0.1:8080", Self.loopback, false, false),
            ("http://127.0.0.1:8081", Self.loopback, false, false),
            ("http://127.0.0.1", Self.loopback, false, false),
            ("http://evil.example:8080", Self.loopback, false, false),
            ("http://localhost:8080", SocketAddress(v4: 0x0A00_0001, port: 8080), false, false),
            ("http://localhost.evil.example:8080", Self.loopback, false, false),
            ("HTTP://LOCALHOST:8080", Self.loopback, false, false),
            ("http://localhost:8080/", Self.loopback, false, false),
            ("null", Self.loopback, false, false),
            ("", Self.loopback, false, false),
            ("file://", Self.loopback, false, false),
        ]
        for (origin, local, isEncrypted, isAllowed) in rows {
            #expect(
                own.allow(origin, to: local, isEncrypted: isEncrypted) == isAllowed, "\(origin)")
        }
    }

    @Test func `serve a page under their own names alone, unless there is a list`() throws {
        let rows = [
            ("127.0.0.1:8080", false, true), ("localhost:8080", false, true),
            ("localhost:8080", true, true), ("localhost", false, false),
            ("127.0.0.1:8081", false, false), ("chat.example.org", false, false),
            ("", false, false),
        ]
        for (host, isEncrypted, mayServe) in rows {
            #expect(
                Origins.ownOnly.mayServe(at: host, to: Self.loopback, isEncrypted: isEncrypted)
                    == mayServe, "\(host)")
        }
        let list = try #require(Origins("https://a.example"))
        #expect(list.mayServe(at: "b.example", to: Self.loopback, isEncrypted: false))
    }

    @Test func `are those of web addresses, as browsers write them`() {
        let rows: [(String, String?)] = [
            ("https://id.example.org", "https://id.example.org"),
            ("https://id.example.org/realms/a?b#c", "https://id.example.org"),
            ("https://ID.example.org:443/", "https://id.example.org"),
            ("http://127.0.0.1:80?x", "http://127.0.0.1"),
            ("http://[::1]:8443/x", "http://[::1]:8443"), ("accounts.example.org", nil),
            ("https://a;script-src", nil), ("https://a b", nil), ("https://", nil),
            ("https://user@id.example.org", nil), ("https://a 'unsafe-inline'/", nil),
            ("urn:issuer", nil), ("https://*", nil),
        ]
        for (address, origin) in rows {
            #expect(Origins.origin(of: address) == origin, "\(address)")
        }
    }

    @Test func `with a list are those in it, letter by letter`() throws {
        let list = try #require(
            Origins("https://a.example, http://b.example:81,capacitor://localhost,http://[::1]:9"))
        for origin in [
            "https://a.example", "http://b.example:81", "capacitor://localhost", "http://[::1]:9",
        ] {
            #expect(list.allow(origin, to: Self.loopback, isEncrypted: false), "\(origin)")
        }
        for origin in [
            "https://a.example:443", "https://A.example", "https://a.example.evil.example",
            "http://b.example", "null", "http://127.0.0.1:8080", "https://a.example,x",
        ] {
            #expect(!list.allow(origin, to: Self.loopback, isEncrypted: false), "\(origin)")
        }
    }

    @Test func `of the page are those in the list, or this machine's own`() {
        var configuration = Configuration()
        #expect(configuration.pageOrigins == ["http://localhost:8080"])
        (configuration.tls.certificate, configuration.tls.key) = ("c.pem", "k.pem")
        configuration.tls.port = 443
        #expect(configuration.pageOrigins == ["http://localhost:8080", "https://localhost"])
        configuration.listen.plain = .never
        #expect(configuration.pageOrigins == ["https://localhost"])
        configuration.tls.port = 0
        #expect(configuration.pageOrigins == [])
        configuration.listen.origins = "https://b.example,  https://a.example:8443"
        #expect(configuration.pageOrigins == ["https://b.example", "https://a.example:8443"])
    }

    @Test func `that could never match are refused with the configuration`() {
        for list in [
            "null", "*", "a.example", "https://", "https://a.example/", "https://A.example",
            "https://a.example:443", "http://a.example:80", "http://a.example:0",
            "http://a.example:081", "http://a.example:65536", "http://a.example:", "://a",
            "http://a b", "https://a.example,,https://*", "http://[x]", "http://user@a.example",
        ] {
            #expect(Origins(list) == nil, "\(list)")
        }
    }
}
