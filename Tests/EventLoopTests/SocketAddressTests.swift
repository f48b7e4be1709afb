import EventLoop
import Testing

@Suite struct `A socket address` {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1:80"),
        ("localhost", "127.0.0.1", "127.0.0.1:80"),
        ("0.0.0.0", "0.0.0.0", "0.0.0.0:80"),
        ("255.1.2.3", "255.1.2.3", "255.1.2.3:80"),
        ("::1", "::1", "[::1]:80"),
        ("[::1]", "::1", "[::1]:80"),
        ("2001:db8:0:0:0:0:0:7", "2001:db8::7", "[2001:db8::7]:80"),
        ("::ffff:10.0.0.9", "10.0.0.9", "10.0.0.9:80"),
    ])
    func `reads what it writes`(host: String, ipText: String, text: String) throws {
        let address = try #require(SocketAddress.parse(host: host, port: 80))
        #expect(address.ipText == ipText)
        #expect(address.description == text)
        #expect(SocketAddress.parse(host: ipText, port: 80)?.ipText == ipText)
    }

    @Test(arguments: [
        ("192.0.2.255", "192.0.2.0/24"), ("::ffff:192.0.2.7", "192.0.2.0/24"),
        ("2001:db8:ffff:ffff::7", "2001:db8:ffff::/48"), ("::1", "::/48"),
        ("2002:c000:0207:1::7", "2002:c000:200::/40"),
    ])
    func `belongs to a network`(host: String, network: String) throws {
        let address = try #require(SocketAddress.parse(host: host, port: 80))
        #expect(address.networkText == network)
    }

    @Test(arguments: [
        "", "example.org", "127.0.0.1:80", "1.2.3", "256.0.0.1", "[::1", "::1]", "[]",
    ])
    func `is not made of anything else`(host: String) {
        #expect(SocketAddress.parse(host: host, port: 80) == nil)
    }
}
