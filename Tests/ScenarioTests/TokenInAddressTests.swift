import Foundation
import Testing

@testable import Server

/// Addresses are kept by proxies, browsers and logs: a token in one opens nothing.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A token in an address` {
    /// The status and the body of the answer.
    private static func ask(
        _ peer: RawPeer, _ line: String, fields: [String] = [], body: String = ""
    ) throws -> (status: String, body: String) {
        let length = "Content-Length: \(body.utf8.count)"
        let lines = ["\(line) HTTP/1.1", "Host: a", length] + fields
        peer.write(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        let status = try peer.statusLine().dropFirst("HTTP/1.1 ".count).prefix(3)
        return (String(status), line.hasPrefix("HEAD") ? "" : try peer.line())
    }

    private static func token(at site: Site) throws -> String {
        let person = try RawPeer(port: site.daemon.port)
        _ = try person.upgrade()
        return try person.register("ana")
    }

    /// Every request that the server describes, and those besides.
    private static func places(of site: Site) throws -> [(method: String, path: String)] {
        let peer = try RawPeer(port: site.daemon.port)
        peer.write("GET /openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        _ = try peer.statusLine()
        let document = try JSONSerialization.jsonObject(with: Data(try peer.rest().utf8))
        let paths = try #require((document as? [String: Any])?["paths"] as? [String: Any])
        let described = paths.flatMap { path, item in
            ((item as? [String: Any]) ?? [:]).keys
                .filter { ["get", "head", "post", "put", "patch", "delete"].contains($0) }
                .map {
                    ($0.uppercased(), path.replacing(/\{[^}]*\}/, with: "7"))
                }
        }
        return described + [
            ("GET", "/"), ("HEAD", "/healthz"), ("GET", "/openapi.json"),
            ("OPTIONS", "/v1/roomSend"), ("GET", "/nothing"), ("GET", "/v1/nothing"),
            ("GET", "/avatars/x"), ("BREW", "/"),
        ]
    }

    @Test func `is refused by every route, and is in no log`() async throws {
        let site = try Site()
        let token = try Self.token(at: site)
        let places = try Self.places(of: site)
        #expect(places.count > 250)
        let bearer = "Authorization: Bearer \(token)"
        let peer = try RawPeer(port: site.daemon.port)
        for (method, path) in places {
            let answer = try Self.ask(
                peer, "\(method) \(path)?device=x&token=\(token)", fields: [bearer])
            #expect(answer.status == "400", "\(method) \(path)")
            guard method != "HEAD" else { continue }
            #expect(
                answer.body.contains(#""code":"INVALID_FIELD""#)
                    && answer.body.contains(#""field":"token""#)
                    && answer.body.contains("Authorization: Bearer TOKEN"),
                "\(method) \(path): \(answer.body)")
            #expect(!answer.body.contains(token))
        }
        await site.stop()
        #expect(!site.endLog().contains(token))
    }

    @Test(arguments: [
        "token=", "access_token=", "accessToken=", "TOKEN=", "%74oken=", "id_token=", "token[]=",
        "sessionOpen.token=", "bearer=", "Authorization=", "a=b;token=", "token",
        "tokens=", "jwt=", "auth=",
    ])
    func `opens no session, whatever it is called`(name: String) async throws {
        let site = try Site()
        let token = try Self.token(at: site)
        let value = name.hasSuffix("=") ? name + token : name
        let upgrade = [
            "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        ]
        for bearer in [[], ["Authorization: Bearer none"], ["Authorization: Bearer \(token)"]] {
            let places = [("/v1/events", []), ("/v1/ws", upgrade), ("/v1/friendList", [])]
            for (path, fields) in places {
                let peer = try RawPeer(port: site.daemon.port)
                let answer = try Self.ask(
                    peer, "GET \(path)?device=x&\(value)", fields: bearer + fields)
                #expect(answer.status == "400", "\(path)?\(value)")
                #expect(answer.body.contains(#""field":"token""#), "\(path)?\(value)")
            }
        }
        await site.stop()
    }

    @Test func `is refused before a large body is read`() async throws {
        let site = try Site()
        let token = try Self.token(at: site)
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(
            "PUT /avatar?token=\(token) HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n"
                + "Authorization: Bearer \(token)\r\n\r\n")
        #expect(try peer.statusLine().contains(" 400 "))
        #expect(try peer.line().contains(#""field":"token""#))
        await site.stop()
    }
}
