import Client
import EventLoop
import Testing
import WebSocket
import Wire

@testable import Server
@testable import Settings

/// How a daemon sends everybody away when it is asked to stop.
@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `A daemon that stops` {
    /// A daemon that does not cut off slow clients when it stops.
    private static func patientSite(
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> Site {
        try Site {
            $0.drain.seconds = 300
            change(&$0)
        }
    }

    private static func peers(_ count: Int, on site: Site) throws -> [RawPeer] {
        try (0..<count).map { _ in
            let peer = try RawPeer(port: site.daemon.port)
            _ = try peer.upgrade()
            return peer
        }
    }

    @Test func `tells everybody to come back, each after a time of its own`() async throws {
        let site = try Self.patientSite()
        let peers = try Self.peers(20, on: site)
        await site.stop()
        var delays: Set<String> = []
        for peer in peers {
            let bye = try peer.next()
            #expect(bye.contains(#""code":1012,"reason":"the server restarts""#))
            let found = try #require(bye.firstMatch(of: /"retryAfter":"(0\.0[0-9]+)s"/))
            delays.insert(String(found.1))
            #expect(try peer.next() == "close 1012")
            #expect(try peer.next() == "end")
        }
        #expect(delays.count == 20)
    }

    @Test func `answers what it has accepted before it says goodbye`() async throws {
        // 20 ms a password: most of them still wait when the daemon is asked to stop.
        let site = try Self.patientSite { $0.passwords.memoryKiB = 19_456 }
        let peers = try Self.peers(8, on: site)
        for (number, peer) in peers.enumerated() {
            let register =
                #"{"id":1,"accountRegister":{"username":"user\#(number)","#
                + #""email":"u\#(number)@a.org","password":"correct horse","device":"raw"}}"#
            var bytes: [UInt8] = []
            Array(register.utf8).withUnsafeBytes {
                FrameWriter.append(.text, $0, mask: 1, to: &bytes)
            }
            [UInt8(ascii: "p")].withUnsafeBytes {
                FrameWriter.append(.ping, $0, mask: 1, to: &bytes)
            }
            peer.write(bytes)
            // The daemon has read the command, and works on it.
            #expect(try peer.next() == "pong p")
        }
        await site.stop()
        for peer in peers {
            #expect(try peer.next().contains(#""account""#))
            #expect(try peer.next().contains(#""code":1012"#))
            #expect(try peer.next() == "close 1012")
        }
    }

    @Test func `keeps what was acknowledged while it stopped`() async throws {
        let site = try Self.patientSite()
        let ana = try await site.person("ana")
        let ben = try await site.person("ben")
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        async let acknowledged: Int = {
            var count = 0
            while count < 500 {
                guard (try? await ana.send("\(count)", to: "ben", cid: "\(count)")) != nil else {
                    break
                }
                count += 1
            }
            return count
        }()
        for number in 0..<20 { #expect(try await ben.message().text == "\(number)") }
        try await site.restart()
        let count = await acknowledged
        #expect(count == 500, "the client sends again what the restart left unanswered")
        for number in 20..<count { #expect(try await ben.message().text == "\(number)") }
        await ana.close()
        await ben.close()
        await site.stop()
    }

    @Test func `is over in time, whatever its peers do`() async throws {
        // Only what is cut off ends within the suite's time limit.
        let site = try Site {
            ($0.drain.farewellSeconds, $0.drain.seconds) = (0, 1)
        }
        let peers = try Self.peers(3, on: site)
        let halfHead = try RawPeer(port: site.daemon.port)
        halfHead.write("GET /healthz HT")
        // Asks for more than an outbox holds, and reads nothing of it.
        let hog = try RawPeer(port: site.daemon.port)
        _ = try hog.upgrade()
        var bytes: [UInt8] = []
        for _ in 0..<20_000 {
            Array(#"{"id":1,"roomDance":{}}"#.utf8).withUnsafeBytes {
                FrameWriter.append(.text, $0, mask: 1, to: &bytes)
            }
        }
        hog.write(bytes)
        await site.stop()
        #expect(site.endLog().contains("server.cut_off"))
        #expect(peers.count == 3)
    }

    @Test func `serves connections that were accepted before, and asks them to come back`()
        async throws
    {
        let site = try Self.patientSite { $0.drain.latecomerMilliseconds = 250_000 }
        let daemon = site.daemon
        let latecomer = try RawPeer(port: daemon.port)
        latecomer.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try latecomer.statusLine() == "HTTP/1.1 200 OK")
        _ = try latecomer.line()
        async let stopped: Void = daemon.stop()
        // Connecting until refused would not do: another process may have the port by then.
        while await daemon.loops.first?.isListening == true { await Task.yield() }
        #expect(try latecomer.upgrade() == "HTTP/1.1 101 Switching Protocols")
        #expect(try latecomer.next().contains("\"code\":1012"))
        await stopped
    }

    @Test func `says that it is not ready, and keeps no connection`() async throws {
        // A machine that stands still for the whole of the notice misses it.
        var isNoticed = false
        for _ in 1...10 where !isNoticed { isNoticed = try await Self.noticesEnd() }
        #expect(isNoticed)
    }

    /// - Returns: false when the daemon had ended before it was asked.
    private static func noticesEnd() async throws -> Bool {
        let site = try Site { $0.drain.noticeSeconds = 3 }
        let daemon = site.daemon
        async let stopped: Void = daemon.stop()
        let ready = "HTTP/1.1 200 OK"
        var status = ready
        while status == ready {
            // Lets the daemon's task run, where there are few threads.
            await Task.yield()
            // Connections are still accepted while the notice runs.
            guard let peer = try? RawPeer(port: daemon.port) else { break }
            peer.write("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")
            guard let line = try? peer.statusLine(), let said = try? peer.line() else { break }
            status = line
            guard status != ready else { continue }
            #expect(status == "HTTP/1.1 503 Service Unavailable")
            #expect(said == #"{"status":"draining"}"#)
            #expect(try peer.rest() == "", "the daemon closes the connection")
        }
        await stopped
        return status != ready
    }
}
