import Foundation
import TestSupport
import Testing

@testable import Server
@testable import Settings

/// H1-H8, H11-H15: gatherings and teams over HTTP, on real sockets.
@Suite(.serialized, .onOwnThreads, .timeLimit(.minutes(5)))
struct `The REST interface of gatherings and teams` {
    /// What was answered: the status, and JSON.
    private struct Answer {
        let status: String
        let head: String
        let body: Any?

        subscript(_ name: String) -> String? { (body as? [String: Any])?[name] as? String }
    }

    private let site: Site
    private let tokens: [String: String]

    init() async throws {
        site = try Site { $0.http.root = .hinder }
        var tokens: [String: String] = [:]
        for name in ["ana", "ben"] {
            let peer = try RawPeer(port: site.daemon.port)
            _ = try peer.upgrade()
            tokens[name] = try peer.register(name)
        }
        self.tokens = tokens
    }

    private func ask(
        _ line: String, _ fields: Any? = nil, as name: String = "ana"
    ) throws -> Answer {
        let body = try fields.map {
            try JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed)
        }
        return try ask(line, bytes: body.map(Array.init) ?? [], as: name)
    }

    private func ask(_ line: String, bytes: [UInt8], as name: String) throws -> Answer {
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(
            Array(
                """
                \(line) HTTP/1.1\r\nHost: a\r\nAuthorization: Token \(tokens[name] ?? "")\r
                Content-Type: application/json\r\nContent-Length: \(bytes.count)\r
                Connection: close\r\n\r\n
                """.utf8) + bytes)
        let said = try peer.rest()
        let parts = said.components(separatedBy: "\r\n\r\n")
        let body = parts.dropFirst().joined(separator: "\r\n\r\n")
        return Answer(
            status: String(said.dropFirst("HTTP/1.1 ".count).prefix(3)), head: parts[0],
            body: try? JSONSerialization.jsonObject(
                with: Data(body.utf8), options: .fragmentsAllowed))
    }

    private func makeEvent() throws -> String {
        let event: [String: Any] = [
            "name": "Hack Day", "starts": "2999-05-20T18:30:00Z", "ends": "2999-05-22T12:00:00Z",
        ]
        // Five years ahead at most.
        #expect(try ask("POST /events/", event).status == "400")
        let format = ISO8601DateFormatter()
        let soon = event.merging([
            "starts": format.string(from: Date(timeIntervalSinceNow: 3_600)),
            "ends": format.string(from: Date(timeIntervalSinceNow: 7_200)),
        ]) { $1 }
        let made = try ask("POST /events/", soon)
        #expect(made.status == "201")
        return try #require(made["eventId"])
    }

    @Test func `plays the story of the original over HTTP`() async throws {
        let event = try makeEvent()
        let user = try #require(
            try ask("POST /users", ["skills": ["web"], "contact": "b"], as: "ben")["userId"])
        #expect(try ask("GET /deck/\(event)", as: "ben").status == "403")
        #expect(try ask("PUT /events/\(event)/attendance", as: "ben").status == "200")
        let project = try #require(
            try ask("POST /projects", ["eventId": event, "name": "Robots", "skills": ["web"]])[
                "projectId"])
        let deck = try ask("GET /deck/\(event)", as: "ben").body as? [[String: Any]]
        #expect(deck?.first?["projectId"] as? String == project)
        #expect(deck?.first?["members"] as? [String] != nil, "a list is there, also if empty")
        let key = "\(user)&\(project)"
        let right = try ask("POST /match/\(event)/right/\(key)", as: "ben")
        #expect(right.status == "200" && right.body as? Bool == false)
        #expect(right.head.contains("Cache-Control: no-store"))
        let rest = try ask("GET /deck/\(event)", as: "ben").body as? [Any]
        #expect(rest?.isEmpty == true)
        let users = try ask("GET /deck/\(event)?project=\(project)").body as? [[String: Any]]
        #expect(users?.map { $0["userId"] as? String } == [user])
        let escaped = "\(user)%26\(project)"
        let mutual = try ask("GET /hinder/match/\(event)/right/\(escaped)")
        #expect(mutual.body as? Bool == true && mutual.head.contains("Cache-Control: no-store"))
        #expect(!mutual.head.contains("ETag"))
        #expect(try ask("HEAD /match/\(event)/right/\(escaped)").status != "200")
        let match = try ask("GET /matches/\(escaped)", as: "ben")
        #expect(match["matchId"] == key)
        let members = try ask("GET /projects/\(project)").body as? [String: Any]
        #expect((members?["members"] as? [String])?.contains(user) == true)
        #expect(try ask("DELETE /events/\(event)", as: "ben").status == "403")
        #expect(try ask("DELETE /events/\(event)").status == "204")
        #expect(try ask("GET /projects/\(project)").status == "404")
        await site.stop()
    }

    @Test func `takes keys of two ids or of one`() async throws {
        let event = try makeEvent()
        let project = try #require(
            try ask("POST /projects", ["eventId": event, "name": "Robots"])["projectId"])
        #expect(try ask("PUT /events/\(event)/attendance", as: "ben").status == "200")
        let left = try ask("POST /match/\(event)/left/\(project)", as: "ben")
        #expect(left.status == "200" && left.body as? Bool == false)
        for key in ["1&2&3", "0&1", "a&1", "1&", "%26"] {
            #expect(
                try ask("POST /match/\(event)/right/\(key)", as: "ben").status == "400", "\(key)")
        }
        let user = try #require(
            (try ask("GET /users", as: "ben").body as? [[String: Any]])?.first?["userId"] as? String
        )
        #expect(try ask("POST /match/999/right/\(project)", as: "ben").status == "404")
        #expect(
            try ask("POST /matches", ["matchId": "7&\(project)", "approve": true], as: "ben").status
                == "403")
        let own = try ask("GET /matches/\(user)&\(project)", as: "ben").body as? [String: Any]
        #expect(own?["approve"] as? Bool == false)
        #expect(
            try ask("PUT /matches/\(user)&\(project)", ["approve": true], as: "ben").status == "429"
        )
        #expect(try ask("PUT /users/\(user)", ["skills": ["web"]]).status == "403")
        await site.stop()
    }

    @Test func `gives back the objects that it was given`() async throws {
        let event = try makeEvent()
        let free: [String: Any] = [
            "sponsors": ["a", ["b": 1.5]], "täg \"x\"": NSNull(), "big": 9_007_199_254_740_993,
            "lat": 1.000000123456789, "lon": -0.1, "description": "line\nline",
        ]
        let put = try ask("PUT /events/\(event)", free)
        #expect(put.status == "200", "\(put)")
        let first = try #require(put.body as? NSDictionary)
        for (name, value) in free {
            #expect(first[name] as? NSObject == value as? NSObject, "\(name)")
        }
        let read = try ask("GET /events/\(event)").body as? NSDictionary
        #expect(read == first)
        // What was read may be sent back as it is.
        #expect(try ask("PUT /events/\(event)", first).body as? NSDictionary == first)
        let listed = try ask("GET /events?mine=true").body as? [NSDictionary]
        #expect(listed == [first])
        let project = try ask(
            "POST /projects", ["eventId": event, "name": "R", "wiki": ["url": "x"]])
        let stored = try ask("GET /projects/\(try #require(project["projectId"]))")
        #expect(stored.body as? NSDictionary == project.body as? NSDictionary)
        let deep = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)
        let body = Array("{\"name\":\"D\",\"deep\":\(deep)}".utf8)
        #expect(try ask("PUT /events/\(event)", bytes: body, as: "ana").status == "400")
        await site.stop()
    }

    @Test func `serves pictures byte by byte, and inert`() async throws {
        let event = try makeEvent()
        let jpeg = TestPicture.file(.jpeg, width: 30, height: 20)
        let png = TestPicture.file(.png, width: 30, height: 20)
        // The library that draws it has put its name into a comment.
        let place = "/hinder/events/\(event)/picture"
        #expect(try ask("PUT \(place)", bytes: jpeg, as: "ana").status == "415")
        #expect(try ask("PUT \(place)?clean=1", bytes: jpeg, as: "ana").status == "200")
        #expect(try ask("PUT \(place)", bytes: png, as: "ben").status == "403")
        var wrong = png
        wrong[png.count - 20] ^= 1
        #expect(try ask("PUT \(place)", bytes: wrong, as: "ana").status == "400")
        let answer = try ask("PUT \(place)", bytes: png, as: "ana")
        let path = try #require(answer["picture"])
        #expect(try ask("GET /events/\(event)")["picture"] == path)
        let peer = try RawPeer(port: site.daemon.port)
        peer.write("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        for field in [
            "Content-Type: image/png", "X-Content-Type-Options: nosniff",
            "Content-Security-Policy: default-src 'none'; sandbox",
            "Content-Length: \(png.count)",
        ] { #expect(peer.head.contains(field), "\(field)") }
        #expect(try peer.bytes(png.count) == png)
        #expect(try ask("DELETE \(place)").status == "204")
        #expect(try ask("GET \(path)").status == "404")
        await site.stop()
    }

    @Test func `gives a resume to those who may read it, and inert`() async throws {
        let event = try makeEvent()
        #expect(try ask("PUT /events/\(event)/attendance", as: "ben").status == "200")
        let users = try ask("GET /users/?event=\(event)").body as? [[String: Any]]
        let ana = try #require(users?.first { $0["username"] as? String == "ana" }?["userId"])
        let place = "/hinder/users/\(ana)/documents/resume"
        let pdf = Array("%PDF-1.7\n%µ\n%%EOF\n".utf8)
        #expect(try ask("PUT \(place)", bytes: pdf, as: "ben").status == "403")
        #expect(try ask("PUT \(place)", bytes: Array("GIF89a\0".utf8), as: "ana").status == "415")
        let whole = "/hinder/users/0\(ana)/documents/resume"
        #expect(try ask("PUT \(whole)", bytes: pdf, as: "ana").status == "404")
        #expect(try ask("PUT \(place)", bytes: pdf, as: "ana").status == "200")
        let file = try ask("GET \(place)")
        #expect(file.status == "200")
        for field in [
            "Content-Type: application/pdf", "X-Content-Type-Options: nosniff",
            "Content-Security-Policy: default-src 'none'; sandbox",
            "Content-Disposition: attachment; filename=\"resume.pdf\"",
            "Cache-Control: no-store", "Content-Length: \(pdf.count)",
        ] { #expect(file.head.contains(field), "\(field)") }
        // The same answer for what is not for him, for nobody's, and for no kind of document.
        let hidden = try ask("GET \(place)", as: "ben")
        #expect(hidden.status == "404")
        for other in ["/hinder/users/99/documents/resume", "/hinder/users/\(ana)/documents/cv"] {
            let none = try ask("GET \(other)", as: "ben")
            #expect(none.status == "404" && none.head == hidden.head)
            #expect(none.body as? NSDictionary == hidden.body as? NSDictionary)
        }
        let project = try #require(
            try ask("POST /projects", ["eventId": event, "name": "R"], as: "ben")["projectId"])
        #expect(try ask("POST /match/\(event)/right/\(project)").status == "200")
        #expect(try ask("GET \(place)", as: "ben").status == "200")
        let peer = try RawPeer(port: site.daemon.port)
        peer.write("GET \(place) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(try peer.statusLine() == "HTTP/1.1 401 Unauthorized")
        #expect(try ask("DELETE \(place)").status == "204")
        #expect(try ask("GET \(place)", as: "ben").status == "404")
        await site.daemon.stop()
    }
}
