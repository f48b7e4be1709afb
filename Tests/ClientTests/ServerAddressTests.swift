import Testing

@testable import Client

@Suite struct `The address of a server` {
    @Test(arguments: [
        ("ws://127.0.0.1:8080", "127.0.0.1", 8080), ("127.0.0.1:81", "127.0.0.1", 81),
        ("example.org", "example.org", 443), ("WS://example.org/", "example.org", 8080),
        ("example.org:8443", "example.org", 8443), ("localhost", "localhost", 8080),
        ("127.1.2.3", "127.1.2.3", 8080), ("127.0.0.1.example.org", "127.0.0.1.example.org", 443),
        ("[2001:db8::1]", "2001:db8::1", 443), ("10.0.0.1", "10.0.0.1", 443),
        ("ws://example.org:9/v1/ws", "example.org", 9), ("localhost:65535", "localhost", 65535),
        ("wss://example.org", "example.org", 443), ("WSS://[::1]", "::1", 443),
        ("wss://example.org:8443/v1/ws", "example.org", 8443), ("[::1]:7", "::1", 7),
        ("ws://[2001:db8::1]", "2001:db8::1", 8080),
    ])
    func `is read as people write it`(text: String, host: String, port: Int) throws {
        let address = try #require(ServerAddress(text))
        #expect(address.host == host)
        #expect(Int(address.port) == port)
        let isHere = ["127.0.0.1", "127.1.2.3", "localhost", "::1"].contains(host)
        let scheme = text.lowercased().prefix { $0 != ":" }
        #expect(address.isSecure == (scheme == "ws" ? false : scheme == "wss" || !isHere))
        #expect(address.isLoopback == isHere)
        #expect(address.isInClear == (scheme == "ws" && !isHere))
        #expect(ServerAddress(address.description) == address)
    }

    @Test(arguments: [
        "", ":8080", "ws://", "http://example.org", "wss://", "wsss://a", "://x", "a:0", "a:65536",
        "a:-1", "a:+1", "a:", "a:b", "a b", "a/b", "a\r\nb", "[::1", "[]:1", "[a]:1", "::1",
        "user@host", "a:1:2", "host:80/path", "é", String(repeating: "a", count: 254),
    ])
    func `is refused when it could mean something else`(text: String) {
        #expect(ServerAddress(text) == nil)
    }
}
