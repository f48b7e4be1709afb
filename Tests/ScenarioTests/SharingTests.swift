import Settings
import Testing

@testable import Server

/// Requests of web pages of other sites (CORS), on real sockets.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A page of another site` {
    private static let origin = "https://app.example"

    private static func site(_ origins: String = origin) throws -> Site {
        try Site { $0.http.corsOrigins = origins }
    }

    /// The status and the head of the answer to a request of a page.
    private static func ask(
        _ line: String, from origin: String?, at site: Site, fields: [String] = []
    ) throws -> (status: String, head: String) {
        let peer = try RawPeer(port: site.daemon.port)
        let lines =
            ["\(line) HTTP/1.1", "Host: a"] + (origin.map { ["Origin: \($0)"] } ?? []) + fields
        peer.write(lines.joined(separator: "\r\n") + "\r\n\r\n")
        let status = try peer.statusLine().dropFirst("HTTP/1.1 ".count)
        return (String(status.prefix(3)), peer.head + "\r\n")
    }

    private static let preflight = [
        "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: authorization",
    ]

    @Test func `that is listed may send requests, and read the answers`() async throws {
        let site = try Self.site()
        let asked = try Self.ask(
            "OPTIONS /v1/roomSend", from: Self.origin, at: site, fields: Self.preflight)
        #expect(asked.status == "204")
        #expect(asked.head.contains("Access-Control-Allow-Origin: https://app.example\r\n"))
        #expect(asked.head.contains("Access-Control-Allow-Methods: POST, OPTIONS\r\n"))
        #expect(asked.head.contains("Access-Control-Allow-Headers: Authorization, "))
        #expect(asked.head.contains("Access-Control-Max-Age: 600\r\n"))
        #expect(!asked.head.lowercased().contains("credentials"))
        for line in ["GET /v1/friendList", "GET /wordup/matches/", "GET /openapi.json", "GET /no"] {
            let answer = try Self.ask(line, from: Self.origin, at: site)
            #expect(answer.head.contains("Access-Control-Allow-Origin: https://app.example\r\n"))
            #expect(answer.head.contains("Vary: Origin\r\n"))
            let exposed = "Accept-Ranges, Content-Range, ETag, Link, Retry-After, WWW-Authenticate"
            #expect(answer.head.contains("Access-Control-Expose-Headers: \(exposed)"))
        }
        let stream = try Self.ask(
            "GET /v1/events?device=x", from: Self.origin, at: site,
            fields: ["Authorization: Bearer none"])
        #expect(stream.status == "401")
        #expect(stream.head.contains("Access-Control-Allow-Origin: https://app.example\r\n"))
        await site.stop()
    }

    @Test func `that is listed may read a stream of events`() async throws {
        let site = try Self.site()
        let person = try RawPeer(port: site.daemon.port)
        _ = try person.upgrade()
        let token = try person.register("ana")
        for (origin, isShared) in [(Self.origin, true), ("https://other.example", false)] {
            let stream = try Self.ask(
                "GET /v1/events?device=\(isShared)", from: origin, at: site,
                fields: ["Authorization: Bearer \(token)"])
            #expect(stream.status == "200")
            #expect(stream.head.contains("Content-Type: text/event-stream\r\n"))
            #expect(
                stream.head.contains("Access-Control-Allow-Origin: \(origin)\r\n") == isShared)
        }
        await site.stop()
    }

    @Test(arguments: ["https://app.example.evil", "http://app.example", "null", "*"])
    func `that is not listed may not`(origin: String) async throws {
        let site = try Self.site()
        let asked = try Self.ask(
            "OPTIONS /v1/roomSend", from: origin, at: site, fields: Self.preflight)
        #expect(asked.status == "204" && !asked.head.contains("Access-Control"))
        let answer = try Self.ask("GET /v1/friendList", from: origin, at: site)
        #expect(!answer.head.contains("Access-Control") && answer.head.contains("Vary: Origin"))
        await site.stop()
    }

    @Test func `gets nothing where none is listed`() async throws {
        let site = try Self.site("")
        let answer = try Self.ask("GET /v1/friendList", from: Self.origin, at: site)
        #expect(!answer.head.contains("Access-Control") && !answer.head.contains("Vary"))
        await site.stop()
    }

    @Test(
        arguments: [
            ("/v1/roomSend", "204", "Allow: POST, OPTIONS"),
            ("/wordup/matches/7/", "204", "Allow: GET, HEAD, PUT, DELETE, OPTIONS"),
            ("/v1/ws", "204", "Allow: GET, HEAD, OPTIONS"), ("/nothing", "404", ""),
            ("/v1/nothing", "404", ""),
        ])
    func `gets the allowed methods by OPTIONS, as every client does`(
        path: String, status: String, allow: String
    ) async throws {
        let site = try Self.site("")
        let answer = try Self.ask("OPTIONS \(path)", from: nil, at: site)
        // What is refused names the same methods.
        let other = try Self.ask("BREW \(path)", from: nil, at: site)
        #expect(status != "204" || other.status == "405" && other.head.contains(allow + "\r\n"))
        #expect(answer.status == status)
        #expect(allow.isEmpty || answer.head.contains(allow + "\r\n"))
        await site.stop()
    }
}
