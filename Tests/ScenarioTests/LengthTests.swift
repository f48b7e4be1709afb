import Foundation
import Testing

@testable import Server

/// Lengths in the OpenAPI document are those of the server: each is tried, and one more.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `Lengths of fields` {
    /// A text of a request that the document bounds.
    private struct Field {
        let method: String
        let path: String
        let name: String
        let most: Int
        let example: [String: Any]
    }

    private static func fields(of document: [String: Any]) throws -> [Field] {
        let components = try #require(document["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: Any])
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        var fields: [Field] = []
        for (path, operations) in paths where !path.contains("{") {
            for (method, operation) in operations {
                guard let body = (operation as? [String: Any])?["requestBody"] as? [String: Any],
                    let content = body["content"] as? [String: Any],
                    let json = content["application/json"] as? [String: Any],
                    let schema = resolved(json["schema"], schemas),
                    let properties = schema["properties"] as? [String: [String: Any]]
                else { continue }
                for (name, property) in properties {
                    let kinds = property["anyOf"] as? [[String: Any]] ?? [property]
                    guard let most = kinds.compactMap({ $0["maxLength"] as? Int }).first else {
                        continue
                    }
                    fields.append(
                        Field(
                            method: method.uppercased(), path: path, name: name, most: most,
                            example: json["example"] as? [String: Any] ?? [:]))
                }
            }
        }
        return fields.sorted { ($0.path, $0.name) < ($1.path, $1.name) }
    }

    private static func resolved(_ schema: Any?, _ schemas: [String: Any]) -> [String: Any]? {
        guard let schema = schema as? [String: Any] else { return nil }
        guard let reference = schema["$ref"] as? String else { return schema }
        return schemas[reference.split(separator: "/").last.map(String.init) ?? ""]
            as? [String: Any]
    }

    /// ana with a friend, a message, a profile, a partner and a post: every command comes to look
    /// at its texts.
    private static func world(at site: Site) async throws -> (token: String, changes: [String: Any])
    {
        let (ana, ben) = (try await site.person("ana"), try await site.person("ben"))
        for person in [ana, ben] { try await person.signUp() }
        try await ana.befriend(ben)
        let (anas, bens) = (await ana.token, await ben.token)
        let words = ["firstName": "A", "lastName": "B"]
        for (token, known, learn) in [(anas, "en", "zh"), (bens, "zh", "en")] {
            let set = words.merging(["known": known, "learn": learn]) { $1 }
            _ = try ask("POST", "/v1/speakerSet", set, token, at: site)
            _ = try ask(
                "POST", "/v1/activitySet", ["activity": "coffee", "on": true], token, at: site)
        }
        let match = try ask("POST", "/v1/partnerMatch", ["username": "ben"], anas, at: site)
        let partnership = (match.body["partnership"] as? [String: Any])?["number"] ?? 0
        _ = try ask("POST", "/v1/roomSend", ["to": "ben", "text": "a", "cid": "a"], anas, at: site)
        _ = try ask(
            "POST", "/v1/meetupOffer",
            ["number": partnership, "at": "2999-01-01T00:00:00Z", "place": "Park"], bens, at: site)
        for (token, friend) in [(anas, "ben"), (bens, "ana")] {
            _ = try ask(
                "POST", "/v1/circleConfirm", ["friend": friend, "activity": "coffee", "text": "a"],
                token, at: site)
        }
        let list = try ask("POST", "/v1/circleList", [:], anas, at: site)
        let posts = (list.body["circlePage"] as? [String: Any])?["posts"] as? [[String: Any]]
        for person in [ana, ben] { await person.close() }
        let own = posts?.first { ($0["author"] as? [String: Any])?["username"] as? String == "ana" }
        return (anas, ["post": own?["id"] as? String ?? posts?.first?["id"] ?? ""])
    }

    private static func ask(
        _ method: String, _ path: String, _ fields: [String: Any], _ token: String, at site: Site
    ) throws -> (status: String, body: [String: Any]) {
        let body = try JSONSerialization.data(withJSONObject: fields)
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(
            Array(
                """
                \(method) \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r
                Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n
                """.utf8) + body)
        let status = try peer.statusLine().dropFirst("HTTP/1.1 ".count).prefix(3)
        let answer = try JSONSerialization.jsonObject(with: Data(peer.line().utf8))
        return (String(status), answer as? [String: Any] ?? [:])
    }

    /// Which field the server found wrong.
    private static func refused(_ body: [String: Any]) -> String? {
        guard let error = body["error"] as? [String: Any],
            error["code"] as? String == "INVALID_FIELD"
        else { return nil }
        return (error["field"] as? String)?.split(separator: ".").last.map(String.init)
    }

    @Test func `are what the document says`() async throws {
        let site = try Site()
        let (token, changes) = try await Self.world(at: site)
        let peer = try RawPeer(port: site.daemon.port)
        peer.write("GET /openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let said = try peer.rest()
        let start = try #require(said.firstRange(of: "\r\n\r\n")).upperBound
        let document = try JSONSerialization.jsonObject(with: Data(said[start...].utf8))
        let fields = try Self.fields(of: try #require(document as? [String: Any]))
        #expect(fields.count >= 15)
        for (number, field) in fields.enumerated() {
            let what = "\(field.method) \(field.path) \(field.name)"
            var body = field.example.merging(changes.filter { field.example[$0.key] != nil }) { $1 }
            body["cid"] = nil
            if field.example["password"] != nil {
                (body["username"], body["email"]) = ("user\(number)", "user\(number)@example.org")
            }
            if field.path.hasSuffix("speakerSet") { body["number"] = nil }
            if field.name == "company" { body["role"] = "COMPANY" }
            if field.name == "word" { body["random"] = nil }
            if field.example["cid"] != nil { body["cid"] = what.prefix(60) + "a" }
            body[field.name] = String(repeating: "x", count: field.most + 1)
            let long = try Self.ask(field.method, field.path, body, token, at: site)
            #expect(Self.refused(long.body) == field.name, "\(what) of \(field.most + 1): \(long)")
            if field.example["cid"] != nil { body["cid"] = what.prefix(60) + "b" }
            body[field.name] = String(repeating: "x", count: field.most)
            let longest = try Self.ask(field.method, field.path, body, token, at: site)
            #expect(Self.refused(longest.body) != field.name, "\(what): \(longest)")
        }
        await site.stop()
    }
}
