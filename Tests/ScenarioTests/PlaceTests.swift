import Foundation
import Glibc
import Testing
import WebSocket

@testable import Server
@testable import Settings

/// When connections run out, users who have signed in keep theirs.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A place` {
    private static func visitor(at site: Site) throws -> RawPeer {
        let peer = try RawPeer(port: site.daemon.port)
        #expect(try peer.upgrade().contains("101"))
        return peer
    }

    private static func expectAlive(_ peer: RawPeer, _ word: String) throws {
        peer.frame(.ping, Array(word.utf8))
        #expect(try peer.next() == "pong \(word)")
    }

    private static func expectSentAway(_ peer: RawPeer) throws {
        #expect(try peer.next().contains("\"code\":4412"))
        #expect(try peer.next() == "close 4412")
        #expect(try peer.next() == "end")
    }

    @Test(arguments: [1, 2, 3])
    func `is a visitor's until a newcomer needs it, and a user's for good`(
        loops: Int
    ) async throws {
        let site = try Site { ($0.loops, $0.limits.connections) = (loops, 3) }
        let ana = try RawPeer.user("ana", at: site)
        let first = try Self.visitor(at: site)
        let second = try Self.visitor(at: site)
        let ben = try RawPeer.user("ben", at: site)
        try Self.expectSentAway(first)
        try Self.expectAlive(second, "second")
        let cleo = try RawPeer.user("cleo", at: site)
        try Self.expectSentAway(second)
        let dora = try RawPeer(port: site.daemon.port)
        #expect(try dora.rest().hasPrefix("HTTP/1.1 503 "))
        for (peer, name) in [(ana, "ana"), (ben, "ben"), (cleo, "cleo")] {
            try Self.expectAlive(peer, name)
        }
        let metrics = try site.metrics()
        #expect(metrics["upfor_connections_sent_away_total"] == 2)
        #expect(metrics[#"upfor_connections_turned_away_total{reason="limit"}"#] == 1)
        await site.stop()
        #expect(site.endLog().contains(#""ev":"conn.sent_away","conn":"#))
    }

    /// An attacker without an account has as many addresses as there are places.
    @Test func `is given to every user who signs in, while visitors hold all that there are`()
        async
        throws
    {
        let site = try Site {
            ($0.http.trustedProxies, $0.limits.connections) = ("127.0.0.1", 20)
        }
        var held: [RawPeer] = []
        for number in 0..<40 {
            let peer = try RawPeer(port: site.daemon.port)
            _ = try peer.upgrade(fields: "X-Forwarded-For: 203.0.113.\(number)\r\n")
            held.append(peer)
        }
        var users: [RawPeer] = []
        for number in 0..<20 {
            users.append(try RawPeer.user("user\(number)", at: site))
            // A visitor that was sent away connects again.
            let peer = try RawPeer(port: site.daemon.port)
            _ = try peer.upgrade(fields: "X-Forwarded-For: 203.0.113.\(number)\r\n")
            held.append(peer)
        }
        for (number, user) in users.enumerated() { try Self.expectAlive(user, "user\(number)") }
        await site.stop()
    }

    @Test func `is a user's for requests with a token, and a visitor's for those without`()
        async throws
    {
        let site = try Site { $0.limits.connections = 3 }
        let ana = try RawPeer(port: site.daemon.port)
        _ = try ana.upgrade()
        let token = try ana.register("ana")
        ana.hangUp()
        let user = try RawPeer(port: site.daemon.port)
        let request =
            "GET /v1/accountRead HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n"
        user.write(request)
        #expect(try user.statusLine() == "HTTP/1.1 200 OK")
        _ = try user.line()
        let visitor = try RawPeer(port: site.daemon.port)
        visitor.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try visitor.statusLine() == "HTTP/1.1 200 OK")
        let silent = try RawPeer(port: site.daemon.port)
        let ben = try RawPeer.user("ben", at: site)
        let cleo = try RawPeer.user("cleo", at: site)
        // Between two requests nothing is said: it would be taken for the next answer.
        #expect(try !visitor.rest().contains("HTTP/1.1"))
        #expect(try silent.rest().hasPrefix("HTTP/1.1 503 "))
        user.write(request)
        #expect(try user.statusLine() == "HTTP/1.1 200 OK")
        try Self.expectAlive(ben, "ben")
        try Self.expectAlive(cleo, "cleo")
        await site.stop()
    }

    @Test func `is a visitor's again when a WebSocket opens on a connection with requests`()
        async throws
    {
        let site = try Site { $0.limits.connections = 2 }
        let ana = try RawPeer(port: site.daemon.port)
        _ = try ana.upgrade()
        let token = try ana.register("ana")
        ana.say(RawPeer.open(token))
        _ = try ana.next()
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(
            "GET /v1/accountRead HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n")
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        _ = try peer.line()
        #expect(try peer.upgrade().contains("101"))
        let ben = try RawPeer.user("ben", at: site)
        try Self.expectSentAway(peer)
        try Self.expectAlive(ana, "ana")
        try Self.expectAlive(ben, "ben")
        await site.stop()
    }

    @Test func `is left with the answer that waited, since too much was refused`() async throws {
        let site = try Site { ($0.limits.connections, $0.rates.enabled) = (2, true) }
        let ana = try RawPeer.user("ana", at: site)
        let request = "HEAD /nothing HTTP/1.1\r\nHost: a\r\n\r\n"
        var peer = try RawPeer(port: site.daemon.port)
        peer.write(String(repeating: request, count: 130))
        var words = ""
        // Now and then it is just being read, and not waiting.
        for _ in 1...50 where !words.contains("Connection: close") {
            for _ in 1...3 { _ = try peer.statusLine() }
            let next = try RawPeer(port: site.daemon.port)
            next.write(String(repeating: request, count: 6))
            words = try peer.rest()
            peer = next
        }
        let answers = words.components(separatedBy: "\r\n\r\n")
        #expect(answers.last == "" && answers.dropLast().last?.contains("404 Not Found") == true)
        try Self.expectAlive(ana, "ana")
        await site.stop()
    }

    @Test func `is a visitor's again after a sign-out`() async throws {
        let site = try Site { $0.limits.connections = 2 }
        let ana = try RawPeer.user("ana", at: site)
        let ben = try RawPeer.user("ben", at: site)
        ana.say(#"{"id":9,"accountLogout":{}}"#)
        #expect(try ana.next().contains("done"))
        let cleo = try RawPeer.user("cleo", at: site)
        try Self.expectSentAway(ana)
        try Self.expectAlive(ben, "ben")
        try Self.expectAlive(cleo, "cleo")
        await site.stop()
    }
}

@Suite(.timeLimit(.minutes(5))) struct `Too many connections for the descriptors` {
    @Test func `are those of visitors, who make room for users`() async {
        // In a process of its own: the limit on descriptors is everybody's.
        await #expect(processExitsWith: .success) {
            let site = try Site { $0.listen.pauseMilliseconds = 20 }
            let ana = try RawPeer.user("ana", at: site)
            var scarce = rlimit(rlim_cur: 256, rlim_max: 4_096)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &scarce)
            var held: [RawPeer] = []
            // One after the other, or they would take what is left to the rest of the process.
            while !site.logText.contains("accept.paused") {
                held.append(try RawPeer(port: site.daemon.port))
                var isSeen = false
                while !isSeen {
                    let log = site.logText
                    // Ana was the first.
                    let count = log.components(separatedBy: "conn.opened").count - 2
                    isSeen = count == held.count || log.contains("accept.paused")
                }
            }
            // All of them stay. A client that finds no descriptor left is turned away, and tries
            // again.
            var ben: RawPeer?
            for number in 0..<10_000 where ben == nil {
                ben = try? RawPeer.user("ben\(number)", at: site)
            }
            let guest = try #require(ben)
            for (peer, word) in [(ana, "ana"), (guest, "ben")] {
                peer.frame(.ping, Array(word.utf8))
                try #require(try peer.next() == "pong \(word)")
            }
            exit(EXIT_SUCCESS)
        }
    }
}
