import Foundation
import Testing
import Wire

@testable import Server
@testable import Settings

/// The commands of the socket, over HTTP, on real sockets.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `Commands over HTTP` {
    /// A peer that asks, and what it is answered.
    private final class Asker {
        let peer: RawPeer
        var token = ""

        init(at site: Site) throws { peer = try RawPeer(port: site.daemon.port) }

        /// - Returns: the status, and the line that is the body.
        @discardableResult
        func ask(
            _ line: String, _ body: String = "", fields: [String] = [], kind: String? = nil
        ) throws -> (status: String, body: String) {
            var lines = ["\(line) HTTP/1.1", "Host: a"] + fields
            if !token.isEmpty { lines.append("Authorization: Bearer \(token)") }
            if line.hasPrefix("POST") {
                lines += ["Content-Type: \(kind ?? "application/json")"]
                lines += ["Content-Length: \(body.utf8.count)"]
            }
            peer.write(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
            let status = try peer.statusLine().dropFirst("HTTP/1.1 ".count)
            return (String(status.prefix(3)), line.hasPrefix("HEAD") ? "" : try peer.line())
        }

        /// Makes an account, and asks as its owner from then on.
        func register(_ name: String) throws {
            let answer = try ask(
                "POST /v1/accountRegister",
                #"{"username":"\#(name)","email":"\#(name)@a.org","password":"correct horse","#
                    + #""device":"http"}"#)
            #expect(answer.status == "200")
            let start = try #require(answer.body.firstRange(of: #""token":""#)).upperBound
            token = String(answer.body[start...].prefix { $0 != "\"" })
        }
    }

    private static func friends(at site: Site) throws -> (ana: Asker, ben: Asker) {
        let (ana, ben) = (try Asker(at: site), try Asker(at: site))
        try ana.register("ana")
        try ben.register("ben")
        #expect(try ana.ask("POST /v1/friendRequest", #"{"to":"ben"}"#).status == "200")
        #expect(try ben.ask("POST /v1/friendAccept", #"{"from":"ana"}"#).status == "200")
        return (ana, ben)
    }

    @Test func `do what they do over a socket, for those who are connected there too`() async throws
    {
        let site = try Site()
        let (ana, ben) = try Self.friends(at: site)
        let socket = try RawPeer(port: site.daemon.port)
        _ = try socket.upgrade()
        socket.say(
            #"{"id":1,"sessionOpen":{"token":"\#(ben.token)","device":"x","snapshot":true}}"#)
        _ = try socket.next()
        let sent = try ana.ask("POST /v1/roomSend", #"{"to":"ben","text":"lunch?","cid":"1"}"#)
        #expect(sent.status == "200")
        #expect(sent.body.hasPrefix(#"{"roomSent":{"room":"ana:ben","seq":1,"#))
        #expect(try socket.next().contains(#""roomMessage":{"room":"ana:ben","seq":1"#))
        let page = try ben.ask("GET /v1/roomHistory?with=ana&limit=10&unknown=true")
        #expect(page.status == "200")
        #expect(page.body.contains(#""text":"lunch?""#))
        #expect(ben.peer.head.contains("Cache-Control: private, no-cache\r\n"))
        #expect(try ben.ask("HEAD /v1/roomHistory?with=ana").status == "200")
        #expect(try ben.ask("POST /v1/roomList").body.hasPrefix(#"{"rooms":"#))
        await site.stop()
    }

    @Test func `are done once, by Idempotency-Key`() async throws {
        let site = try Site()
        let (ana, _) = try Self.friends(at: site)
        let text = #"{"to":"ben","text":"once"}"#
        let first = try ana.ask("POST /v1/roomSend", text, fields: ["Idempotency-Key: \"k1\""])
        let again = try ana.ask("POST /v1/roomSend", text, fields: ["Idempotency-Key: k1"])
        #expect(first == again)
        let other = try ana.ask(
            "POST /v1/roomSend", #"{"to":"ben","text":"other"}"#, fields: ["Idempotency-Key: k1"])
        #expect(other.status == "409")
        #expect(other.body.contains(#""code":"CONFLICT""#))
        let both = try ana.ask(
            "POST /v1/roomSend", #"{"to":"ben","text":"a","cid":"b"}"#,
            fields: ["Idempotency-Key: k2"])
        #expect(both.status == "400")
        await site.stop()
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let line: String
        var body = ""
        var kind: String?
        let status: String
        let code: String
        var testDescription: String { "\(line) \(body) \(kind ?? "")" }
    }

    static let rows = [
        Row(line: "POST /v1/nothing", status: "404", code: "UNKNOWN_COMMAND"),
        Row(line: "POST /v1/sessionOpen", status: "404", code: "UNKNOWN_COMMAND"),
        Row(line: "POST /v1/roomType", status: "404", code: "UNKNOWN_COMMAND"),
        Row(line: "GET /v1/roomSend", status: "405", code: "INVALID_FIELD"),
        Row(line: "DELETE /v1/friendList", status: "405", code: "INVALID_FIELD"),
        Row(
            line: "POST /v1/friendList", body: "{}", kind: "text/plain", status: "415",
            code: "INVALID_FIELD"),
        Row(line: "POST /v1/friendList", body: "[]", status: "400", code: "MALFORMED"),
        Row(line: "POST /v1/friendList", body: "{", status: "400", code: "MALFORMED"),
        Row(
            line: "POST /v1/friendList",
            body: String(repeating: "{\"a\":", count: 20) + "1"
                + String(repeating: "}", count: 20), status: "400", code: "TOO_DEEP"),
        Row(
            line: "POST /v1/roomHistory", body: #"{"with":7}"#, status: "400", code: "INVALID_FIELD"
        ),
        Row(line: "GET /v1/roomHistory?with=%zz", status: "400", code: "MALFORMED"),
        Row(line: "GET /v1/roomHistory?with=ben&limit=many", status: "400", code: "INVALID_FIELD"),
        Row(
            line: "POST /v1/friendRequest", body: #"{"to":"ana"}"#, status: "400", code: "ONESELF"),
        Row(line: "GET /v1/roomHistory?with=nobody", status: "403", code: "NOT_FRIENDS"),
        Row(
            line: "POST /v1/friendAccept", body: #"{"from":"ben"}"#, status: "404",
            code: "NO_SUCH_REQUEST"),
    ]

    @Test func `are refused by status and code, and the connection lives`() async throws {
        let site = try Site()
        let ana = try Asker(at: site)
        try ana.register("ana")
        for row in Self.rows {
            let answer = try ana.ask(row.line, row.body, kind: row.kind)
            #expect(answer.status == row.status, "\(row.testDescription): \(answer)")
            #expect(
                answer.body.contains("\"code\":\"\(row.code)\""),
                "\(row.testDescription): \(answer)")
        }
        #expect(try ana.ask("GET /v1/friendList").status == "200")
        await site.stop()
    }

    @Test func `want a token that is good, also on a connection that had one`() async throws {
        let site = try Site()
        let ana = try Asker(at: site)
        #expect(try ana.ask("GET /v1/friendList").status == "401")
        #expect(ana.peer.head.contains("WWW-Authenticate: Bearer"))
        #expect(
            try ana.ask("GET /v1/friendList", fields: ["Authorization: Basic YTpi"]).status == "401"
        )
        try ana.register("ana")
        let other = try Asker(at: site)
        #expect(
            try other.ask("GET /v1/friendList", fields: ["Authorization: Token \(ana.token)"])
                .status == "200")
        other.token = ana.token
        #expect(try ana.ask("POST /v1/accountLogout").body == #"{"done":{}}"#)
        for asker in [ana, other] {
            let answer = try asker.ask("GET /v1/friendList")
            #expect(answer.status == "401")
            #expect(answer.body.contains("INVALID_TOKEN"))
        }
        await site.stop()
    }

    @Test func `are limited as over a socket`() async throws {
        let site = try Site {
            $0.rates.enabled = true
            $0.rates.lookupsBurst = 2
        }
        let ana = try Asker(at: site)
        try ana.register("ana")
        for _ in 1...2 { #expect(try ana.ask("GET /v1/userLookup?username=ben").status == "404") }
        #expect(try ana.ask("GET /v1/userLookup?username=ben").status == "429")
        #expect(ana.peer.head.contains("Retry-After: "))
        await site.stop()
    }

    @Test func `let a user block friends who has used up all look-ups and blocks`() async throws {
        let site = try Site {
            $0.rates.enabled = true
            $0.rates.lookupsBurst = 1
            $0.rates.blocksBurst = 2
        }
        let (ana, _) = try Self.friends(at: site)
        #expect(try ana.ask("GET /v1/userLookup?username=ben").status == "200")
        #expect(try ana.ask("GET /v1/userLookup?username=ben").status == "429")
        let statuses = try (1...3).map { number in
            try ana.ask("POST /v1/userBlock", #"{"user":"ben","cid":"\#(number)"}"#).status
        }
        #expect(statuses == ["200", "200", "200"])
        #expect(try ana.ask("POST /v1/userBlock", #"{"user":"nobody"}"#).status == "429")
        await site.stop()
    }

    @Test func `may be as long as over a socket, from those who have a token`() async throws {
        let site = try Site()
        let (ana, _) = try Self.friends(at: site)
        let padding = String(repeating: " ", count: 60_000)
        let long = try ana.ask(
            "POST /v1/roomSend", #"{"to":"ben",\#(padding)"text":"hi","cid":"1"}"#)
        #expect(long.status == "200")
        #expect(try ana.ask("GET /v1/friendList").status == "200")
        let stranger = try Asker(at: site)
        stranger.peer.write(
            "POST /v1/roomSend HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Content-Length: 60000\r\n\r\n")
        #expect(try stranger.peer.statusLine() == "HTTP/1.1 401 Unauthorized")
        ana.peer.write(
            "POST /v1/roomSend HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(ana.token)\r\n"
                + "Content-Type: application/json\r\nContent-Length: 70000\r\n\r\n")
        #expect(try ana.peer.statusLine() == "HTTP/1.1 413 Content Too Large")
        await site.stop()
    }

    @Test func `are answered by 304 when the client has the answer`() async throws {
        let site = try Site()
        let (ana, ben) = try Self.friends(at: site)
        func tag() throws -> String {
            #expect(try ben.ask("GET /v1/roomList").status == "200")
            let start = try #require(ben.peer.head.firstRange(of: "ETag: ")).upperBound
            return String(ben.peer.head[start...].prefix { $0 != "\r\n" })
        }
        let first = try tag()
        #expect(try tag() == first)
        ben.peer.write(
            "GET /v1/roomList HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(ben.token)\r\n"
                + "If-None-Match: \"x\", W/\(first)\r\n\r\n")
        #expect(try ben.peer.statusLine() == "HTTP/1.1 304 Not Modified")
        #expect(ben.peer.head.contains("ETag: \(first)"))
        #expect(
            try ana.ask("POST /v1/roomSend", #"{"to":"ben","text":"hi","cid":"1"}"#).status
                == "200")
        #expect(ana.peer.head.contains("Cache-Control: no-store"))
        #expect(!ana.peer.head.contains("ETag"))
        let old = try ben.ask("GET /v1/roomList", fields: ["If-None-Match: \(first)"])
        #expect(old.status == "200")
        #expect(try tag() != first)
        await site.stop()
    }

    /// What chunks bring has the same limits: found out when the size of one comes.
    @Test func `may come in chunks`() async throws {
        let site = try Site()
        let (ana, _) = try Self.friends(at: site)
        let chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
        let head = "POST /v1/roomSend HTTP/1.1\r\nHost: a\r\n\(chunked)"
        let own = head + "Authorization: Bearer \(ana.token)\r\n\r\n"
        let start = #"{"to":"ben","cid":"1","#
        let end = #""text":"hi"}"#
        for padding in [0, 60_000] {
            ana.peer.write("\(own)\(String(start.utf8.count, radix: 16));x\r\n\(start)\r\n")
            let rest = String(repeating: " ", count: padding) + end
            ana.peer.write("\(String(rest.utf8.count, radix: 16))\r\n\(rest)\r\n0\r\n\r\n")
            #expect(try ana.peer.statusLine() == "HTTP/1.1 200 OK")
            #expect(try ana.peer.line().contains(#""roomSent":{"room":"ana:ben","seq":1,"#))
        }
        let stranger = try RawPeer(port: site.daemon.port)
        stranger.write("\(head)\r\n2710\r\n")
        #expect(try stranger.statusLine() == "HTTP/1.1 401 Unauthorized")
        ana.peer.write("\(own)11170\r\n")
        #expect(try ana.peer.statusLine() == "HTTP/1.1 413 Content Too Large")
        await site.stop()
    }

    @Test func `come in a row on one connection, and are answered in order`() async throws {
        let site = try Site()
        let (ana, _) = try Self.friends(at: site)
        let count = 50
        for number in 1...count {
            let body = #"{"to":"ben","text":"\#(number)","cid":"\#(number)"}"#
            ana.peer.write(
                "POST /v1/roomSend HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(ana.token)\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body)
        }
        for number in 1...count {
            #expect(try ana.peer.statusLine() == "HTTP/1.1 200 OK")
            #expect(try ana.peer.line().contains("\"seq\":\(number),"))
        }
        await site.stop()
    }
}
