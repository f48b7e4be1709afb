import Foundation
import Testing

@testable import Server
@testable import Settings

/// HEAD is GET without the body: every refusal, too, and the connection goes on as it would.
///
/// - Source: RFC 9110 §9.3.2, §8.6
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `An answer to HEAD` {
    private struct Answer: Equatable {
        let head: String
        /// Whether another request is answered behind it.
        let goesOn: Bool
    }

    /// - Parameter rest: the request without its method.
    private static func ask(
        _ method: String, _ rest: String, at site: Site
    ) throws -> Answer {
        let peer = try RawPeer(port: site.daemon.port)
        peer.write("\(method) \(rest)")
        _ = try peer.statusLine()
        let head = peer.head
        guard !head.contains("text/event-stream") else { return Answer(head: head, goesOn: false) }
        if method == "GET", let match = head.firstMatch(of: /Content-Length: ([0-9]+)/) {
            _ = try peer.bytes(try #require(Int(match.1)))
        }
        peer.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        let next = try? peer.statusLine()
        // A body that should not be there would be in front of it.
        #expect(next == nil || next == "HTTP/1.1 200 OK", "\(method) \(rest): \(next ?? "")")
        return Answer(head: head, goesOn: next != nil)
    }

    /// Everything that is described and got, if that changes nothing.
    private static func described(by site: Site) throws -> [String] {
        let peer = try RawPeer(port: site.daemon.port)
        peer.write("GET /openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        _ = try peer.statusLine()
        let document = try JSONSerialization.jsonObject(with: Data(try peer.rest().utf8))
        let paths = try #require((document as? [String: Any])?["paths"] as? [String: Any])
        return paths.compactMap { path, item in
            guard let get = (item as? [String: Any])?["get"] as? [String: Any],
                get["deprecated"] as? Bool != true
            else { return nil }
            return path.replacing(/\{[^}]*\}/, with: "7")
        }.sorted()
    }

    private static let upgrade =
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

    @Test func `has the status and the fields of that to GET`() async throws {
        let site = try Site()
        let person = try RawPeer(port: site.daemon.port)
        _ = try person.upgrade()
        let bearer = "Authorization: Bearer \(try person.register("ana"))\r\n"
        let bad = "Authorization: Bearer x\(bearer.dropFirst(23))"
        let paths =
            try Self.described(by: site) + [
                "/", "/nope", "/nope/", "/v1/nope", "/v1/roomSend", "/v1/ws", "/avatars/zz",
                "/%2e%2e%2f", "/v1/%ff", "/wordup/matches/%11/", "/v1/friendList?token=x",
                "/v1/friendList?nothing=1", "/v1/events?device=tv", "/v1/events?device=",
                "/v1/events?device=tv&after=x", "/v1/events?nothing=1", "/v1/events",
            ]
        #expect(paths.count > 100)
        let lines = paths.flatMap { path in
            ["", bearer, bad].map { "\(path) HTTP/1.1\r\nHost: a\r\n\($0)\r\n" }
        }
        let others = [
            "/nope HTTP/1.0\r\n\r\n", "/v1/friendList HTTP/1.0\r\n\r\n",
            "/nope HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "/v1/ws HTTP/1.1\r\nHost: a\r\n\(Self.upgrade)Sec-WebSocket-Version: 8\r\n\r\n",
            "/v1/ws HTTP/1.1\r\nHost: a\r\nOrigin: https://evil.example\r\n\r\n",
            "/v1/friendList HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n",
            "/v1/friendList HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
            "/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "/ HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n",
            "/ HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", "/ HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n",
            "/ HTTP/2.0\r\nHost: a\r\n\r\n",
            "/ HTTP/1.1\r\nX: \(String(repeating: "x", count: 9000))",
        ]
        for line in lines + others {
            let (head, get) = (
                try Self.ask("HEAD", line, at: site), try Self.ask("GET", line, at: site)
            )
            #expect(head == get, "\(line)")
        }
        await site.stop()
    }

    @Test func `opens no WebSocket, and says so to where one could be opened`() async throws {
        let site = try Site()
        let line = "/v1/ws HTTP/1.1\r\nHost: a\r\n\(Self.upgrade)Sec-WebSocket-Version: 13\r\n\r\n"
        let answer = try Self.ask("HEAD", line, at: site)
        #expect(answer.head.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n") && answer.goesOn)
        await site.stop()
    }

    /// That a request is late says nothing of the one before.
    @Test func `is not that to the request behind it`() async throws {
        let site = try Site { $0.limits.headSeconds = 1 }
        let peer = try RawPeer(port: site.daemon.port)
        peer.write("HEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try peer.statusLine()
        peer.write("GET /healthz HTT")
        #expect(try peer.rest().contains(#""MALFORMED""#))
        await site.stop()
    }
}
