import Foundation
import Testing
import WebSocket
import Wire

@testable import Server
@testable import Settings

@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `The event log of a daemon` {
    @Test func `follows one command through its commit to its recipients`() async throws {
        let site = try Site()
        let ana = try await site.person("ana", .json)
        let ben = try await site.person("ben", .json)
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        try await ana.send("a secret", to: "ben", cid: "1")
        _ = try await ben.message()
        await ana.close()
        await ben.close()
        await site.stop()

        let events = try Self.events(in: site.endLog())
        let path = events.filter { $0["cmd"] as? String == "roomSend" }
        #expect(
            path.map { $0["ev"] as? String }
                == ["command.accepted", "command.committed", "command.answered"])
        #expect(Set(path.map { $0["req"] as? Int }).count == 1)
        #expect(Set(path.map { $0["conn"] as? String }).count == 1)
        #expect(path.last?["n"] as? Int == 2, "both receive it")
        #expect(path[1]["dur_ms"] as? Double ?? 0 > 0)
        let registered = events.filter { $0["ev"] as? String == "account.registered" }
        #expect(registered.allSatisfy { $0["req"] as? Int == 1 })
        #expect(events.filter { $0["ev"] as? String == "session.opened" }.count == 2)
    }

    @Test func `follows what never reaches the store to its answer`() async throws {
        let site = try Site()
        let peer = try RawPeer.user("ana", at: site)
        peer.say(
            #"{"id":7,"roomType":{"with":"ben","on":true}}"#, #"{"id":8,"circleOpen":{"on":true}}"#)
        for _ in 1...2 { #expect(try peer.next().contains("done")) }
        await site.stop()
        let events = try Self.events(in: site.endLog())
        for command in ["roomType", "circleOpen"] {
            let path = events.filter { $0["cmd"] as? String == command }
            #expect(
                path.map { $0["ev"] as? String } == ["command.accepted", "command.answered"],
                "\(command)")
        }
    }

    @Test func `reports the state at intervals`() async throws {
        let site = try Site { $0.log.statSeconds = 1 }
        let peer = try RawPeer.user("ana", at: site)
        // On a slow machine ana comes later than the first line, and a second passes without a
        // word of hers: she goes on until there is a line of all that she does.
        var found: [String: Any]?
        var number = 0
        while found == nil {
            try Task.checkCancellation()
            number += 1
            peer.say(#"{"id":9,"accountUpdate":{"bio":"\#(number)"}}"#)
            while try !peer.next().hasPrefix(#"{"id":9,"#) {}
            let lines = site.logText.split(separator: "\n").filter { $0.contains("server.stat") }
            found = try Self.events(in: lines.joined(separator: "\n")).first(where: Self.isWhole)
        }
        let stat = try #require(found)
        #expect(stat["conns"] as? Int == 1)
        #expect(stat["lag_ms"] as? Double ?? 0 > 0)
        // What the daemon does once a second by itself may wait at that very moment.
        #expect((0...20).contains(stat["queued"] as? Int ?? -1))
        #expect(stat["fds"] as? Int ?? 0 > 5)
        #expect(stat["rss_bytes"] as? Int ?? 0 > 1_000_000)
        peer.hangUp()
        await site.stop()
    }

    /// Whether a line of figures counts the one session and all that it does.
    private static func isWhole(_ stat: [String: Any]) -> Bool {
        guard stat["sessions"] as? Int == 1, stat["outbox_bytes"] as? Int == 0,
            let received = stat["in_per_s"] as? Int, let sent = stat["out_per_s"] as? Int,
            let commit = stat["commit_p99_ms"] as? Double
        else { return false }
        return received >= 1 && sent >= 1 && commit > 0
    }

    @Test func `has only valid lines of 2 KiB at most, and nothing of what peers say`() async throws
    {
        let site = try Site()
        let evil = #"evil\u001b[2J\n\"},{"# + String(repeating: "x", count: 3_000)
        let peer = try RawPeer.user("ana", at: site)
        peer.say(
            #"{"id":7,"\#(evil)":{}}"#, #"{"id":8,"roomSend":{"to":"\#(evil)","text":"\#(evil)"}}"#,
            #"{"id":9,"accountLogin":{"login":"\#(evil)","password":"\#(evil)"}}"#,
            #"{"id":10,"friendRequest":{"to":"ana","message":"\#(evil)"}}"#)
        for _ in 1...4 { _ = try peer.next() }
        for request in [
            "GET /\(String(repeating: "evil", count: 900)) HTTP/1.1\r\nHost: evil\r\n\r\n",
            "GET /v1/ws HTTP/1.1\r\nHost: a\r\nOrigin: evil\u{1B}[2J\r\nevil",
            "evil\u{1B}[2J\u{0} \r\n\r\n",
            "GET /v1/ws HTTP/1.1\r\nHost: a\r\nAuthorization: evil token\r\n\r\n",
        ] {
            let other = try RawPeer(port: site.daemon.port)
            other.write(request)
            if request.hasSuffix("\r\n\r\n") { _ = try other.statusLine() }
            other.hangUp()
        }
        peer.frame(.text, [0xFF, 0xFE])
        _ = try peer.rest()
        await site.stop()

        let log = site.endLog()
        #expect(log.contains("ws.violation") && log.contains("http.refused"))
        for line in log.split(separator: "\n") { #expect(line.utf8.count < 2_048) }
        #expect(try !Self.events(in: log).isEmpty)
        for word in ["evil", "correct horse", "@a.org", "ana"] { #expect(!log.contains(word)) }
        #expect(!log.contains("\u{1B}"))
    }

    /// Every line of a log, read as JSON.
    static func events(in log: String) throws -> [[String: Any]] {
        try log.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(object as? [String: Any])
        }
    }
}
