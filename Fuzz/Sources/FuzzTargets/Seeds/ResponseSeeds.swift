/// Responses to begin with.
enum ResponseSeeds {
    static let all: [[UInt8]] = [
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\u{81}",
        "HTTP/1.1 204 \r\nX:\ty \r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.1 600 \r\n\r\n",
        "HTTP/1.1 200 Grüße\r\nRetry-After: 1\r\nRetry-After: 2\r\n\r\n", "HTTP/1.1 20x \r\n",
    ].map { Array($0.utf8) }
}
