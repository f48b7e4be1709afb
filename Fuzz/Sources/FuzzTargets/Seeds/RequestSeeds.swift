/// Requests to begin with: those that are answered, and those that must be refused.
enum RequestSeeds {
    static let upgrade = """
        GET /v1/ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Key: \(HandshakeTarget.key)\r\nSec-WebSocket-Version: 13\r\n
        """

    static let all: [[UInt8]] = texts.map { Array($0.utf8) }

    private static let texts = [
        upgrade + "\r\n",
        "POST /a?b=c HTTP/1.1\r\nHost: a.b:80\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\n",
        "GET http://[::1]/x HTTP/1.1\r\nHost: [::1]\r\nX:\ty \r\n\r\n",
        "\r\nDELETE / HTTP/1.1\r\nHost: c\r\ncontent-length: 0\r\nConnection: close\r\n\r\n",
        "GET https://a?q HTTP/1.1\r\nHost: b:\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br;q=0.5, x-gzip ;Q=1,*;q=0\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3;x=y\r\nabc\r\n00a\r\n0123456789\r\n0\r\nX: y\r\n\r\nGET / HTTP/1.1\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\nx\r\n0\r\n\r\n",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\nExpect: 100-continue\r\n\r\nx",
        "GET / HTTP/1.1\r\nHost: a\r\n folded: 1\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost: é\r\nX: \u{0}\r\n\r\n",
    ]
}
