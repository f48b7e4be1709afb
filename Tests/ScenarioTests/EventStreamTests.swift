import Settings
import Testing

@testable import Server

/// A session as server-sent events, on real sockets.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A stream of events` {
    /// A client of one, and the events that have come.
    private final class Listener {
        let peer: RawPeer
        let status: String

        init(
            at site: Site, _ token: String, query: String = "device=tv&after=0",
            fields: [String] = [], receiveBytes: Int32? = nil
        ) throws {
            peer = try RawPeer(port: site.daemon.port, receiveBytes: receiveBytes)
            let lines =
                ["GET /v1/events?\(query) HTTP/1.1", "Host: a", "Authorization: Bearer \(token)"]
                + fields
            peer.write(lines.joined(separator: "\r\n") + "\r\n\r\n")
            status = String(try peer.statusLine().dropFirst("HTTP/1.1 ".count).prefix(3))
        }

        /// The next event; comments are passed over.
        func next() throws -> (id: String?, data: String) {
            var id: String?
            while true {
                let line = try peer.line()
                if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
                if line.hasPrefix("data: ") {
                    #expect(try peer.line().isEmpty)
                    return (id, String(line.dropFirst(6)))
                }
            }
        }
    }

    /// ana and ben are friends; ben's token, and ana on a socket.
    private static func friends(at site: Site) throws -> (ana: RawPeer, ben: String) {
        let ana = try RawPeer.user("ana", at: site)
        let ben = try RawPeer(port: site.daemon.port)
        _ = try ben.upgrade()
        let token = try ben.register("ben")
        ben.say(RawPeer.open(token))
        _ = try ben.next()
        ana.say(#"{"id":3,"friendRequest":{"to":"ben"}}"#)
        while try !ana.next().contains(#""id":3"#) {}
        ben.say(#"{"id":4,"friendAccept":{"from":"ana"}}"#)
        while try !ben.next().contains(#""id":4"#) {}
        ben.hangUp()
        return (ana, token)
    }

    private static func send(_ text: String, _ id: Int, by ana: RawPeer) throws {
        ana.say(#"{"id":\#(id),"roomSend":{"to":"ben","text":"\#(text)","cid":"\#(id)"}}"#)
        while try !ana.next().contains(#""id":\#(id)"#) {}
    }

    @Test func `is described to HEAD, and not opened`() async throws {
        let site = try Site()
        let (_, ben) = try Self.friends(at: site)
        for (token, status) in [
            (ben, "200 OK"),
            ("\(ben.hasPrefix("x") ? "y" : "x")\(ben.dropFirst())", "401 Unauthorized"),
        ] {
            let peer = try RawPeer(port: site.daemon.port)
            peer.write("HEAD /v1/events?device=tv HTTP/1.1\r\nHost: a\r\n")
            peer.write("Authorization: Bearer \(token)\r\nConnection: close\r\n\r\n")
            let said = try peer.rest()
            #expect(said.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(said)")
            #expect(said.hasSuffix("\r\n\r\n"), "\(said)")
            #expect(said.contains("Content-Type: text/event-stream\r\n") == status.hasPrefix("200"))
        }
        await site.stop()
    }

    @Test func `has the inbox, and continues behind the last event that came`() async throws {
        let site = try Site()
        let (ana, token) = try Self.friends(at: site)
        let first = try Listener(at: site, token)
        #expect(first.status == "200")
        #expect(first.peer.head.contains("Content-Type: text/event-stream"))
        #expect(try first.next().data.hasPrefix(#"{"id":1,"session":{"#))
        try Self.send("one", 10, by: ana)
        var last: String?
        while true {
            let event = try first.next()
            if let id = event.id { last = id }
            if event.data.contains(#""text":"one""#) { break }
        }
        first.peer.hangUp()
        try Self.send("two", 11, by: ana)
        let second = try Listener(
            at: site, token, query: "device=tv",
            fields: ["Last-Event-ID: \(try #require(last))"])
        #expect(second.status == "200")
        _ = try second.next()
        var texts: [String] = []
        while !texts.contains("two") {
            let data = try second.next().data
            if let start = data.firstRange(of: #""text":""#)?.upperBound {
                texts.append(String(data[start...].prefix { $0 != "\"" }))
            }
        }
        #expect(texts == ["two"])
        await site.stop()
        // The listener receives the reason: the server restarts.
        var goodbye = ""
        while !goodbye.contains(#""bye""#) { goodbye = try second.next().data }
        #expect(goodbye.contains(#""code":1012"#))
    }

    @Test func `is ended by a newer session of the same device, and by a log-out`() async throws {
        let site = try Site()
        let (_, token) = try Self.friends(at: site)
        let first = try Listener(at: site, token)
        _ = try first.next()
        let second = try Listener(at: site, token)
        _ = try second.next()
        #expect(try first.peer.rest().contains(#"{"bye":{"code":4409"#))
        let other = try RawPeer(port: site.daemon.port)
        other.write(
            "POST /v1/accountLogout HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n"
                + "Content-Length: 0\r\n\r\n")
        #expect(try other.statusLine() == "HTTP/1.1 200 OK")
        #expect(try second.peer.rest().contains(#"{"bye":{"code":"#))
        await site.stop()
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let query: String
        var token: String?
        var field: String?
        let status: String
        let code: String
        var testDescription: String { "\(query) \(field ?? "") \(token ?? "")" }
    }

    static let rows = [
        Row(query: "device=tv", token: "none", status: "401", code: "INVALID_TOKEN"),
        Row(query: "", status: "400", code: "INVALID_FIELD"),
        Row(query: "device=tv&after=x", status: "400", code: "INVALID_FIELD"),
        Row(query: "device=tv&after=1%zz", status: "400", code: "MALFORMED"),
        Row(
            query: "device=tv", field: "Last-Event-ID: 7", status: "400", code: "INVALID_FIELD"),
        Row(
            query: "device=tv", field: "Last-Event-ID: a&b.7", status: "400",
            code: "INVALID_FIELD"),
    ]

    @Test(arguments: ["silent=true", "silent=false&snapshot=true"])
    func `is opened as its address says`(query: String) async throws {
        let site = try Site()
        let (_, token) = try Self.friends(at: site)
        let listener = try Listener(at: site, token, query: "device=tv&\(query)")
        #expect(listener.status == "200")
        await site.stop()
    }

    @Test(arguments: rows)
    func `is refused with a status and an error`(row: Row) async throws {
        let site = try Site()
        let (_, token) = try Self.friends(at: site)
        let listener = try Listener(
            at: site, row.token ?? token, query: row.query, fields: row.field.map { [$0] } ?? [])
        #expect(listener.status == row.status)
        #expect(try listener.peer.line().contains(#""code":"\#(row.code)""#))
        await site.stop()
    }

    @Test func `that is not read is ended, and others do not notice`() async throws {
        let site = try Site {
            $0.limits.outboxBytes = 16_384
            $0.listen.kernelSendBytes = 4_096
        }
        let (ana, token) = try Self.friends(at: site)
        let slow = try Listener(at: site, token, receiveBytes: 4_096)
        let fast = try Listener(at: site, token, query: "device=phone&after=0")
        _ = try fast.next()
        let text = String(repeating: "x", count: 1_000)
        for id in 10..<120 {
            try Self.send(text, id, by: ana)
            while try !fast.next().data.contains(text) {}
        }
        let rest = try slow.peer.rest()
        #expect(rest.contains(#"{"bye":{"code":4408"#))
        await site.stop()
    }

    @Test func `gets comments while nothing happens, and what it says is not read`() async throws {
        let site = try Site { $0.heartbeat.pingSeconds = 1 }
        let (ana, token) = try Self.friends(at: site)
        let listener = try Listener(at: site, token)
        _ = try listener.next()
        listener.peer.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        while try listener.peer.line() != ":" {}
        try Self.send("still", 10, by: ana)
        while try !listener.next().data.contains(#""text":"still""#) {}
        await site.stop()
    }
}
