import EventLoop
import HTTPTypes
import Testing

@testable import Settings
@testable import SettingsFile

/// The client behind a proxy.
@Suite struct `Trusted proxies` {
    private static let list = "127.0.0.1, ::1, 10.0.0.0/8,fd00::/8"

    private static func client(
        behind peer: String = "127.0.0.1", _ lines: String...
    ) throws -> String? {
        let proxies = try #require(TrustedProxies(list))
        let field = try #require(HTTPField.Name("x-forwarded-for"))
        var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/v1/ws")
        head.headerFields[values: field] = lines
        let peer = try #require(SocketAddress.parse(host: peer, port: 9))
        return proxies.client(behind: peer, head).map { AddressDetail.full.text(of: $0) ?? "" }
    }

    @Test(arguments: [
        ("203.0.113.7", "203.0.113.7"), ("  203.0.113.7\t", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7:4711"), ("2001:db8::7", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"), ("[2001:db8::7]:4711", "[2001:db8::7]:4711"),
        ("2001:db8:0:0:0:0:0:7", "2001:db8::7"), ("::ffff:203.0.113.7", "203.0.113.7"),
        ("[::ffff:203.0.113.7]:1", "203.0.113.7:1"),
        // A spoofed address stands on the left.
        ("198.51.100.1, 203.0.113.7", "203.0.113.7"), ("garbage,203.0.113.7", "203.0.113.7"),
        (",,,203.0.113.7", "203.0.113.7"), ("127.0.0.1, 203.0.113.7", "203.0.113.7"),
        // Several proxies, with ports and without.
        ("198.51.100.1, 203.0.113.7, 10.1.2.3", "203.0.113.7"),
        ("203.0.113.7,10.1.2.3:80, [fd00::1]:80 ,::1", "203.0.113.7"),
    ])
    func `name the client`(line: String, client: String) throws {
        #expect(try Self.client(line) == client)
    }

    @Test(arguments: [
        "", " ", ",", "unknown", "_hidden", "unix:", "localhost", "a.example", "203.0.113",
        "203.0.113.7:", "203.0.113.7:x", "203.0.113.7:65536", "203.0.113.7:-1", "203.0.113.7 1",
        "203.0.113.7,", "[203.0.113.7]", "[2001:db8::7", "2001:db8::7]", "[2001:db8::7]4711", "[]",
        "[]:1", "[2001:db8::7]:", "fe80::1%eth0", "for=203.0.113.7", "\"203.0.113.7\"",
        "203.0.113\u{0}.7", "203.0.113.٧", "198.51.100.1, garbage, 10.1.2.3", "10.1.2.3", "::1",
        "203.0.113.7" + String(repeating: " ", count: 60) + ", 10.1.2.3",
    ])
    func `say nothing that can be read`(line: String) throws {
        #expect(try Self.client(line) == nil)
    }

    @Test func `are believed line by line, the last one first`() throws {
        #expect(try Self.client("198.51.100.1", "203.0.113.7") == "203.0.113.7")
        #expect(try Self.client("203.0.113.7", "10.0.0.1, 10.0.0.2") == "203.0.113.7")
        #expect(try Self.client("203.0.113.7", "") == nil)
        #expect(try Self.client() == nil)
    }

    @Test func `are those of the list, and nobody else`() throws {
        #expect(try Self.client(behind: "::ffff:127.0.0.1", "203.0.113.7") == "203.0.113.7")
        #expect(try Self.client(behind: "fd12::1", "203.0.113.7") == "203.0.113.7")
        for stranger in ["127.0.0.2", "11.0.0.1", "fe80::1", "203.0.113.7"] {
            #expect(try Self.client(behind: stranger, "198.51.100.1") == nil)
        }
    }

    @Test func `are gone through up to a limit, however long it is`() throws {
        let hop = { (count: Int) in String(repeating: ",10.0.0.1", count: count) }
        let most = TrustedProxies.hopsMax
        #expect(try Self.client("203.0.113.7" + hop(most - 1)) == "203.0.113.7")
        #expect(try Self.client("203.0.113.7" + hop(most)) == nil)
        let mebibyte = String(repeating: "1", count: 1_048_576)
        #expect(try Self.client(mebibyte) == nil)
        #expect(try Self.client("\(mebibyte), 203.0.113.7") == "203.0.113.7")
        #expect(try Self.client(mebibyte + hop(100_000)) == nil)
    }

    @Test(arguments: ["a.example", "10.0.0.0/33", "10.0.0.1/8", "127.0.0.1 ::1", "127.0.0.1;"])
    func `are written as networks`(list: String) {
        #expect(TrustedProxies(list) == nil)
        var configuration = Configuration()
        configuration.http.trustedProxies = list
        #expect(configuration.problems.map(\.key) == ["http.trustedProxies"])
    }

    @Test func `are none by default`() throws {
        let none = try #require(TrustedProxies(Configuration().http.trustedProxies))
        #expect(none.isEmpty)
        #expect(!none.trust(SocketAddress(v4: 0x7F00_0001, port: 1)))
    }
}
