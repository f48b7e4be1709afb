import Foundation
import Gateway
import Glibc
import Testing

@testable import Server
@testable import Settings

/// Requests that are none, wherever HTTP is spoken: the answer says why, and the connection ends.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A malformed request` {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let said: [UInt8]
        let statuses: Set<Int>

        init(_ status: Int, _ description: String, _ said: String) {
            self.init([status], description, Array(said.utf8))
        }

        init(_ statuses: Set<Int>, _ description: String, _ said: [UInt8]) {
            (testDescription, self.said, self.statuses) = (description, said, statuses)
        }

        /// One with these fields.
        init(_ status: Int, field: String, body: String = "") {
            self.init(
                status, field.debugDescription,
                "POST /v1/x HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n\(body)")
        }
    }

    private static let coded = "Transfer-Encoding: chunked"

    static let rows = [
        Row(400, "no Host", "GET /v1/ws HTTP/1.1\r\n\r\n"),
        Row(400, "two Hosts", "GET /v1/ws HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
        Row(400, field: "X: a\r\n b"),
        Row(400, field: "X: a\0b"),
        Row(400, field: "X: a\rb"),
        Row(400, field: "X: a\nb"),
        Row(400, "LF for line ends", "GET /v1/ws HTTP/1.1\nHost: a\n\n"),
        Row(400, field: "X : a"),
        Row(400, field: "X[]: a"),
        Row(400, field: "é: a"),
        Row(400, field: ": a"),
        Row(400, field: "X"),
        Row(431, field: "X: \(String(repeating: "x", count: 9_000))"),
        Row(431, field: String(repeating: "X: a\r\n", count: 100) + "X: a"),
        Row(400, field: "Content-Length: 1\r\nContent-Length: 2", body: "ab"),
        Row(413, field: "Content-Length: 99999999999999999999"),
        Row(400, field: "Content-Length: 5\r\n\(coded)", body: "0\r\n\r\n"),
        Row(400, field: "\(coded)\r\nContent-Length: 5", body: "0\r\n\r\n"),
        Row(400, field: coded, body: "x\r\n"),
        Row(400, field: coded, body: "-1\r\n"),
        Row(400, field: coded, body: "0\n\n"),
        Row(400, field: coded, body: "0\r\n folded\r\n\r\n"),
        Row(413, field: coded, body: "fffffff\r\n"),
        Row(501, field: "Transfer-Encoding: gzip"),
        Row(400, "chunks in HTTP/1.0", "POST /v1/x HTTP/1.0\r\n\(coded)\r\n\r\n0\r\n\r\n"),
        Row(505, "HTTP/2.0", "GET /v1/ws HTTP/2.0\r\nHost: a\r\n\r\n"),
        Row(505, "HTTP/9.9", "GET /v1/ws HTTP/9.9\r\nHost: a\r\n\r\n"),
        Row(501, "CONNECT", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(400, "raw octets in a path", "GET /é HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(
            [400], "octets that are no text in a path",
            Array("GET /".utf8) + [0xFF, 0x80] + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8)),
        Row(400, "a line end in a path", "GET /a\r\nX: y HTTP/1.1\r\nHost: a\r\n\r\n"),
        Row(
            414, "a long target",
            "GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: a\r\n\r\n"),
    ]

    /// Well-formed requests for what is no place: such a connection may be kept.
    static let places = [
        "/../../etc/passwd", "/v1/../v1/ws", "/a%0d%0ab", "/%ff", "/%2e%2e/%00", "/%2e%2e%2f",
        "/v1/%2e%2e%2fv1/ws", "/v1%2f..%2fv1/ws", "/v1/.%5cws", "/v1/ws/%2E",
    ]

    @Test(arguments: rows)
    func `is answered, and its connection closed, on every listener`(row: Row) async throws {
        let site = try Site()
        let echo = try EchoServer(host: "127.0.0.1", port: 0)
        for port in [site.daemon.port, try site.adminPort, echo.port] {
            let peer = try RawPeer(port: port)
            peer.write(row.said)
            row.check(try peer.rest(), "port \(port)")
        }
        let peer = try LocalPeer(try #require(site.daemon.adminSocket))
        peer.write(row.said)
        row.check(try peer.rest(), "the socket for orders")
        await echo.stop()
        await site.stop()
    }

    @Test(arguments: places)
    func `for no place at all is not asked to upgrade`(place: String) async throws {
        let site = try Site()
        let echo = try EchoServer(host: "127.0.0.1", port: 0)
        for port in [site.daemon.port, try site.adminPort, echo.port] {
            let peer = try RawPeer(port: port)
            peer.write("GET \(place) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            let said = try peer.rest()
            #expect(said.hasPrefix("HTTP/1.1 400 "), "\(said)")
        }
        await echo.stop()
        await site.stop()
    }

    /// Each byte that comes in time buys no more of it.
    @Test func `that comes byte by byte has the time of one head`() async throws {
        let site = try Site { $0.limits.headSeconds = 1 }
        let echo = try EchoServer(host: "127.0.0.1", port: 0)
        for (port, seconds) in [(site.daemon.port, 1), (echo.port, 5)] {
            // From before it comes: its time begins when it is accepted.
            let begun = ContinuousClock.now
            let peer = try RawPeer(port: port)
            let field = "X: \(String(repeating: "x", count: 7_000))"
            let isAnswered = peer.trickle(
                "GET /v1/ws HTTP/1.1\r\nHost: a\r\n\(field)", everyMilliseconds: 50)
            let took = ContinuousClock.now - begun
            #expect(isAnswered, "all of it takes six minutes")
            #expect(try peer.rest().hasPrefix("HTTP/1.1 408 Request Timeout"))
            #expect(took > .seconds(seconds) - .milliseconds(100))
        }
        await echo.stop()
        await site.stop()
    }
}

extension `A malformed request`.Row {
    fileprivate func check(_ said: String, _ place: String) {
        let words = said.split(separator: " ", maxSplits: 2)
        let status = words.count > 1 ? Int(words[1]) : nil
        #expect(status.map { statuses.contains($0) } == true, "\(place): \(said)")
        #expect(said.components(separatedBy: "HTTP/1.1 ").count == 2, "\(place): \(said)")
        #expect(said.contains("Connection: close\r\n"), "\(place): \(said)")
    }
}

extension RawPeer {
    /// Sends a byte at a time, until all is sent or an answer comes.
    ///
    /// - Returns: whether an answer came before all was sent.
    fileprivate func trickle(_ text: String, everyMilliseconds pause: Int32) -> Bool {
        for byte in text.utf8 {
            write([byte])
            var answer = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            if poll(&answer, 1, pause) > 0 { return true }
        }
        return false
    }
}
