import Testing

@testable import EventLoop

@Suite struct `A network` {
    private static func address(_ host: String) throws -> SocketAddress {
        try #require(SocketAddress.parse(host: host, port: 7))
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
        ("127.0.0.1", "::ffff:127.0.0.1", true), ("::ffff:10.0.0.0/104", "10.9.9.9", true),
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("10.0.0.0/8", "::10.0.0.1", false), ("0.0.0.0/0", "203.0.113.9", true),
        ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "203.0.113.9", true),
        ("203.0.113.128/25", "203.0.113.127", false), ("203.0.113.128/25", "203.0.113.255", true),
        ("::1", "::1", true), ("::1", "::2", false), ("2001:db8::/32", "2001:db8:ffff::1", true),
        ("2001:db8::/32", "2001:db9::", false), ("2001:db8::/64", "2001:db8::ffff:0:0:1", true),
        ("2001:db8::/64", "2001:db8:0:1::", false),
        ("2001:db8::/65", "2001:db8::8000:0:0:0", false),
        ("2001:db8::/127", "2001:db8::1", true), ("2001:db8::/127", "2001:db8::2", false),
    ])
    func `has those that begin as it does`(network: String, host: String, contains: Bool) throws {
        let network = try #require(Network(network))
        #expect(network.contains(try Self.address(host)) == contains)
    }

    @Test(arguments: [
        "", "/", "/8", "localhost", "a.example", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1",
        "10.0.0.0/08", "10.0.0.0/8/8", "10.0.0.0/+8", "10.0.0.0/99999999999999999999", "10.0.0/8",
        "10.1.2.3/8", "2001:db8::1/64", "2001:db8::/129", "[::1]", "::1%lo", " ::1", "1.2.3.4:80",
        "1.2.3.4\u{0}x", "::ffff:1.2.3.4:5:6:7:8:9:1234567890123456789012345",
    ])
    func `is nothing else`(text: String) {
        #expect(Network(text) == nil)
    }
}
