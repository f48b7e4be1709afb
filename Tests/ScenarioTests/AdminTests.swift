import Administration
import Foundation
import Observability
import Testing

@testable import Gateway
@testable import Server
@testable import Settings

@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `The port for the administrator` {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let request: String
        let status: String
    }

    static let rows = [
        Row(
            testDescription: "is alive", request: "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
            status: "HTTP/1.1 200 OK"),
        Row(
            testDescription: "is ready", request: "GET /readyz?x=1 HTTP/1.1\r\nHost: a\r\n\r\n",
            status: "HTTP/1.1 200 OK"),
        Row(
            testDescription: "has metrics", request: "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n",
            status: "HTTP/1.1 200 OK"),
        Row(
            testDescription: "is only asked",
            request: "POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
            status: "HTTP/1.1 405 Method Not Allowed"),
        Row(
            testDescription: "takes no bodies",
            request: "POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n",
            status: "HTTP/1.1 413 Content Too Large"),
        Row(
            testDescription: "has no WebSockets", request: "GET /v1/ws HTTP/1.1\r\nHost: a\r\n\r\n",
            status: "HTTP/1.1 404 Not Found"),
        Row(
            testDescription: "wants HTTP", request: "nonsense\r\n\r\n",
            status: "HTTP/1.1 400 Bad Request"),
    ]

    @Test(arguments: rows)
    func `answers`(row: Row) async throws {
        let site = try Site()
        let peer = try RawPeer(port: try site.adminPort)
        peer.write(row.request)
        #expect(try peer.statusLine() == row.status)
        await site.stop()
    }

    @Test func `says what it takes, and so does the port for everybody`() async throws {
        let site = try Site()
        for (port, start) in [
            (try site.adminPort, "POST /metrics"), (site.daemon.port, "POST /avatars/411.svg"),
        ] {
            let peer = try RawPeer(port: port)
            peer.write("\(start) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n")
            peer.write("Connection: close\r\n\r\n")
            #expect(try peer.rest().contains("only GET and HEAD are allowed here"))
        }
        await site.stop()
    }

    @Test func `answers one question after the other, and a question about the head`() async throws
    {
        let site = try Site()
        let peer = try RawPeer(port: try site.adminPort)
        peer.write("HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n")
        peer.write("Connection: close\r\n\r\n")
        let said = try peer.rest()
        #expect(said.hasPrefix("HTTP/1.1 200 OK"))
        #expect(!said.contains("status"))
        #expect(said.contains("HTTP/1.1 404 Not Found"))
        await site.stop()
    }

    @Test func `answers a client that asks much at once, and reads slowly`() async throws {
        let site = try Site()
        let peer = try RawPeer(port: try site.adminPort)
        let count = 300
        let question = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"
        peer.write(String(repeating: question, count: count))
        peer.write("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let answers = try peer.rest().components(separatedBy: "HTTP/1.1 200 OK\r\n")
        #expect(answers.count == count + 2)
        #expect(answers.last?.hasSuffix("{\"status\":\"ok\"}\n") == true)
        await site.stop()
    }

    @Test func `answers while silent and slow peers have taken all places`()
        async throws
    {
        let site = try Site()
        let port = try site.adminPort
        let monitor = try RawPeer(port: port)
        var slow: [RawPeer] = []
        for number in 0..<200 {
            let peer = try RawPeer(port: port)
            if number % 2 == 0 { peer.write("GET /healthz HTTP/1.1\r\n") }
            slow.append(peer)
            guard number % 50 == 25 else { continue }
            // A connection that is kept, and one that is new.
            monitor.write("HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try monitor.statusLine() == "HTTP/1.1 200 OK")
            let another = try RawPeer(port: port)
            another.write("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try another.statusLine() == "HTTP/1.1 200 OK")
        }
        await site.stop()
    }

    @Test func `answers a monitor that came before it was handed on`() async throws {
        let site = try Site()
        let admin = try #require(site.daemon.admin)
        let monitor = try RawPeer(port: try site.adminPort)
        let question = "HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
        monitor.write(question)
        #expect(try monitor.statusLine() == "HTTP/1.1 200 OK")
        #expect(await admin.newcomerCount == 0)
        await admin.stopAccepting()
        monitor.write(question)
        #expect(try monitor.statusLine() == "HTTP/1.1 200 OK")
        await site.stop()
    }

    @Test func `can be turned off`() async throws {
        let site = try Site { $0.admin.enabled = false }
        #expect(site.daemon.adminAddress == nil)
        await site.stop()
    }

    @Test func `that is taken keeps the daemon from starting, and names the keys`() async throws {
        let site = try Site()
        let port = Int(try site.adminPort)
        let failure = #expect(throws: StartFailure.self) {
            try Site { $0.admin.port = port }
        }
        #expect(failure?.description.contains("admin.port") == true)
        await site.stop()
    }

    @Test func `is handed over, and closed when nobody wants it`() async throws {
        let site = try Site()
        #expect(site.daemon.sockets.map(\.name) == ["upford", "upford-admin"])
        await site.stop()
        #expect(site.daemon.sockets.isEmpty)
    }
}

extension Site {
    var adminPort: UInt16 {
        get throws {
            let port = daemon.adminAddress?.split(separator: ":").last.flatMap { UInt16($0) }
            return try #require(port)
        }
    }
}
