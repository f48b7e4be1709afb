import Testing

@testable import Server
@testable import Settings

@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `The port over HTTP` {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let request: String
        let status: String
    }

    static let upgrade = """
        Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n
        """

    static let rows = [
        Row(
            testDescription: "is alive", request: "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
            status: "HTTP/1.1 200 OK"),
        Row(
            testDescription: "only with GET",
            request: "POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
            status: "HTTP/1.1 405 Method Not Allowed"),
        Row(
            testDescription: "is ready", request: "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n",
            status: "HTTP/1.1 200 OK"),
        Row(
            testDescription: "is asked for readiness only with GET",
            request: "POST /readyz HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
            status: "HTTP/1.1 405 Method Not Allowed"),
        Row(
            testDescription: "has nothing elsewhere",
            request: "GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n", status: "HTTP/1.1 404 Not Found"),
        Row(
            testDescription: "asks for an upgrade where WebSockets are",
            request: "GET /v1/ws HTTP/1.1\r\nHost: a\r\n\r\n",
            status: "HTTP/1.1 426 Upgrade Required"),
        Row(
            testDescription: "asks for version 13",
            request: "GET /v1/ws HTTP/1.1\r\nHost: a\r\n\(upgrade)Sec-WebSocket-Version: 8\r\n\r\n",
            status: "HTTP/1.1 426 Upgrade Required"),
        Row(
            testDescription: "refuses a request that two readers read differently",
            request:
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n",
            status: "HTTP/1.1 400 Bad Request"),
        Row(
            testDescription: "refuses two hosts",
            request: "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            status: "HTTP/1.1 400 Bad Request"),
        Row(
            testDescription: "refuses a line that ends in LF only",
            request: "GET / HTTP/1.1\nHost: a\r\n\r\n", status: "HTTP/1.1 400 Bad Request"),
        Row(
            testDescription: "refuses a head over 8 KiB",
            request: "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 9000))",
            status: "HTTP/1.1 431 Request Header Fields Too Large"),
    ]

    @Test(arguments: rows)
    func `answers`(row: Row) async throws {
        let site = try Site()
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(row.request)
        #expect(try peer.statusLine() == row.status)
        await site.stop()
    }

    @Test func `serves several requests on one connection`() async throws {
        let site = try Site()
        let peer = try RawPeer(port: site.daemon.port)
        peer.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n")
        peer.write("Connection: close\r\n\r\n")
        let said = try peer.rest()
        #expect(said.hasPrefix("HTTP/1.1 200 OK"))
        #expect(said.contains("HTTP/1.1 404 Not Found"))
        #expect(said.contains("\"NOT_FOUND\""))
        await site.stop()
    }

    private static let manners = [
        Row(
            testDescription: "HEAD", request: "HEAD /healthz HTTP/1.1\r\nHost: a\r\n",
            status: "HTTP/1.1 200 OK"),
        Row(
            testDescription: "HEAD for readiness",
            request: "HEAD /readyz HTTP/1.1\r\nHost: a\r\n",
            status: "HTTP/1.1 200 OK"),
        Row(
            testDescription: "HTTP/1.0", request: "GET /healthz HTTP/1.0\r\n",
            status: "HTTP/1.1 200 OK"),
        Row(
            testDescription: "HTTP/1.0 with a host",
            request: "HEAD /readyz HTTP/1.0\r\nHost: a\r\n",
            status: "HTTP/1.1 200 OK"),
        Row(
            testDescription: "an empty line before",
            request: "\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n", status: "HTTP/1.1 200 OK"),
        Row(
            testDescription: "a line feed before",
            request: "\nGET /healthz HTTP/1.1\r\nHost: a\r\n", status: "HTTP/1.1 200 OK"),
        Row(
            testDescription: "the server as a whole",
            request: "OPTIONS * HTTP/1.1\r\nHost: a\r\n",
            status: "HTTP/1.1 204 No Content"),
        Row(
            testDescription: "a place",
            request: "OPTIONS /healthz HTTP/1.1\r\nHost: a\r\n", status: "HTTP/1.1 204 No Content"),
    ]

    /// As health checks of proxies ask, on both ports.
    @Test(arguments: manners)
    func `answers monitors`(row: Row) async throws {
        let site = try Site()
        for port in [site.daemon.port, try site.adminPort] {
            let peer = try RawPeer(port: port)
            let isOld = row.request.contains("HTTP/1.0")
            peer.write(row.request + (isOld ? "\r\n" : "Connection: close\r\n\r\n"))
            let said = try peer.rest()
            #expect(said.hasPrefix("\(row.status)\r\n"), "\(said)")
            #expect(said.contains("Connection: close\r\n"), "\(said)")
            #expect(said.contains("Allow: GET, HEAD") == row.request.hasPrefix("OPTIONS"))
            #expect(said.hasSuffix("\r\n\r\n") == !row.request.contains("GET "), "\(said)")
        }
        await site.stop()
    }

    @Test func `upgrades no HTTP/1.0`() async throws {
        let site = try Site()
        let peer = try RawPeer(port: site.daemon.port)
        peer.write("GET /v1/ws HTTP/1.0\r\nHost: a\r\n\(Self.upgrade)")
        peer.write("Sec-WebSocket-Version: 13\r\n\r\n")
        #expect(try peer.statusLine() == "HTTP/1.1 426 Upgrade Required")
        await site.stop()
    }

    @Test func `gives up a head that does not come`() async throws {
        let site = try Site { $0.limits.headSeconds = 1 }
        let peer = try RawPeer(port: site.daemon.port)
        peer.write("GET /healthz HTT")
        #expect(try peer.rest().hasPrefix("HTTP/1.1 408 Request Timeout"))
        await site.stop()
    }
}
