import Gateway
import Testing

@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `The echo` {
    static let wrong = [
        ("nonsense\r\n\r\n", "HTTP/1.1 400 Bad Request"),
        ("GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 400 Bad Request"),
        (
            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n",
            "HTTP/1.1 413 Content Too Large"
        ),
        ("GET / HTTP/9.9\r\nHost: a\r\n\r\n", "HTTP/1.1 505 HTTP Version Not Supported"),
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 426 Upgrade Required"),
        // It is not waited for longer than that.
        ("GET / HTTP/1.1\r\nHos", "HTTP/1.1 408 Request Timeout"),
    ]

    @Test(arguments: wrong)
    func `answers a request that is none, and closes`(said: String, status: String) async throws {
        let server = try EchoServer(host: "127.0.0.1", port: 0)
        let peer = try RawPeer(port: server.port)
        peer.write(said)
        #expect(try peer.statusLine() == status)
        #expect(peer.head.contains("Connection: close"))
        await server.stop()
    }
}
