import Client
import Testing
import Wire

@testable import Server
@testable import Settings

@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `The metrics` {
    @Test func `tell who is here and what was done`() async throws {
        let site = try Site()
        let ana = try await site.person("ana", .json)
        let ben = try await site.person("ben", .binary)
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        let before = try site.metrics()
        try await ana.send("lunch?", to: "ben", cid: "1")
        _ = try await ben.message()
        _ = try await ana.message()
        await #expect(throws: (any Error).self) { try await ana.send("?", to: "cleo", cid: "2") }

        var after = try site.metrics()
        func grown(_ name: String) -> Double {
            (after[name] ?? 0) - (before[name] ?? 0)
        }
        while grown("upfor_delivery_seconds_count") < 2 {
            await Task.yield()
            after = try site.metrics()
        }
        #expect(after["upfor_connections"] == 2)
        #expect(after["upfor_sessions"] == 2)
        #expect(after["upfor_online_users"] == 2)
        #expect(after["upfor_ready"] == 1)
        #expect(after[#"upfor_sessions_opened_total{start="resumed"}"#] == 2)
        #expect(grown(#"upfor_commands_total{command="roomSend",outcome="done"}"#) == 1)
        #expect(grown(#"upfor_commands_total{command="roomSend",outcome="refused"}"#) == 1)
        #expect(grown(#"upfor_refusals_total{code="NOT_FRIENDS"}"#) == 1)
        #expect(grown("upfor_messages_received_total") >= 2)
        #expect(grown("upfor_messages_sent_total") >= 4)
        // What they acknowledge is committed in its own time.
        #expect(grown("upfor_commit_seconds_count") >= 1)
        #expect(grown("upfor_committed_commands_total") >= 1)
        #expect(grown("upfor_received_bytes_total") > 40)
        #expect(after["upfor_presence_transitions_total"] == 2)
        #expect(after[#"upfor_log_events_total{event="account.registered"}"#] == 2)
        #expect(after["process_open_fds"] ?? 0 > 5)
        #expect(after["process_resident_memory_bytes"] ?? 0 > 1e6)
        await ana.close()
        await ben.close()
        await site.stop()
    }

    @Test func `tell how devices came back`() async throws {
        let site = try Site()
        let ana = try await site.person("ana", .json)
        let ben = try await site.person("ben", .json)
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        _ = try await ana.next { if case .friendAdded = $0 { true } else { nil } }
        let position = await ana.leave()
        try await ben.send("one", to: "ana", cid: "1")
        try await ben.send("two", to: "ana", cid: "2")
        let before = try site.metrics()
        try await ana.comeBack(from: position)
        let resumed = try site.metrics()
        let missed = "upfor_missed_events_total"
        #expect(resumed[missed] == 2 + (before[missed] ?? 0))
        await ana.close()
        try await ana.comeBack(from: ("another", position.seq))
        let reset = try site.metrics()
        #expect(reset[#"upfor_sessions_opened_total{start="reset"}"#] == 1)
        #expect(
            reset[#"upfor_sessions_opened_total{start="resumed"}"#]
                == resumed[#"upfor_sessions_opened_total{start="resumed"}"#])
        await ana.close()
        await ben.close()
        await site.stop()
    }

    @Test func `have no label of a peer's choice`() async throws {
        let site = try Site()
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        peer.say(#"{"id":1,"evilName\"} 1\n":{}}"#, #"{"id":2,"upfor_evil":{}}"#, "[")
        for _ in 1...3 { #expect(try peer.next().contains("error")) }
        let text = try site.metricsText()
        #expect(!text.contains("evil"))
        let metrics = try site.metrics()
        #expect(metrics[#"upfor_refusals_total{code="UNKNOWN_COMMAND"}"#] == 2)
        #expect(metrics[#"upfor_refusals_total{code="MALFORMED"}"#] == 1)
        let commands = metrics.filter { $0.key.hasPrefix("upfor_commands_total") }
        #expect(commands.values.allSatisfy { $0 == 0 })
        await site.stop()
    }

    @Test func `tell what waits for a peer that does not read, and that it is gone`() async throws {
        let site = try Site {
            $0.listen.kernelSendBytes = 4_096
            $0.limits.commandsInFlight = 65_535
        }
        var peer: RawPeer? = try RawPeer.user("ana", at: site, receiveBytes: 4_096)
        while try site.metrics()["upfor_outbox_bytes"] == 0 {
            for _ in 0..<100 { peer?.say(#"{"id":9,"accountUpdate":{"bio":"x"}}"#) }
            await Task.yield()
        }
        // A reset: an end behind commands that are not read would not be noticed.
        peer = nil
        while try site.metrics()["upfor_connections"] != 0 { await Task.yield() }
        #expect(try site.metrics()["upfor_outbox_bytes"] == 0)
        let metrics = try site.metrics()
        let closed = metrics.filter { $0.key.hasPrefix("upfor_connections_closed_total") }
        #expect(closed.values.reduce(0, +) == 1)
        await site.stop()
    }

    @Test func `take for delivered what a socket was offered`() async throws {
        let site = try Site {
            $0.listen.kernelSendBytes = 4_096
            $0.limits.commandsInFlight = 65_535
        }
        // So much waits for it that its socket is full.
        let waitingBytes = 65_536.0
        var deaf: RawPeer? = try RawPeer.user("ben", at: site, receiveBytes: 4_096)
        let ana = try await site.person("ana", .json)
        try await ana.signUp()
        var request = FriendRequest()
        request.to = "ben"
        try await ana.call(.friendRequest(request))
        deaf?.say(#"{"id":3,"friendAccept":{"from":"ana"}}"#)
        _ = try await ana.next { if case .friendAdded = $0 { true } else { nil } }
        while try site.metrics()["upfor_outbox_bytes"] ?? 0 < waitingBytes {
            for _ in 0..<100 { deaf?.say(#"{"id":9,"accountUpdate":{"bio":"x"}}"#) }
            await Task.yield()
        }
        func count() throws -> Double {
            try #require(try site.metrics()["upfor_delivery_seconds_count"])
        }
        let before = try count()
        for number in 1...5 {
            try await ana.send("lunch?", to: "ben", cid: "\(number)")
            _ = try await ana.message()
        }
        while try count() - before < 5 { await Task.yield() }
        #expect(try count() - before == 5, "those that ana received")
        deaf = nil
        await ana.close()
        await site.stop()
    }

    @Test func `are served until the end, and announce it`() async throws {
        // A machine that stands still for the whole of the notice misses it.
        var isTold = false
        for _ in 1...10 where !isTold { isTold = try await Self.tellOfEnd() }
        #expect(isTold)
    }

    /// - Returns: false when the daemon had ended before it was asked.
    private static func tellOfEnd() async throws -> Bool {
        // No other process gets it when it is free again.
        let port = try ReservedPort()
        let site = try Site {
            $0.drain.noticeSeconds = 5
            $0.admin.port = Int(port.number)
        }
        let peer = try RawPeer(port: port.number)
        async let stopped: Void = site.stop()
        var (isReady, isOpen) = (true, true)
        while isReady, isOpen {
            peer.write("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n")
            let (status, page) = (try? peer.statusLine(), try? peer.page())
            isOpen = page != nil
            isReady =
                !isOpen
                || status?.contains("200") == true
                    && page?.contains("\nupfor_ready 1\n") == true
            await Task.yield()
        }
        await stopped
        #expect(throws: (any Error).self) { try RawPeer(port: port.number) }
        return !isReady
    }
}

extension RawPeer {
    /// The body of an answer whose head was read.
    func page() throws -> String {
        let line = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        let count = try #require(line.flatMap { Int($0.dropFirst(16)) })
        return try body(byteCount: count)
    }
}

extension Site {
    /// The metrics that the port for the administrator serves now.
    func metricsText() throws -> String {
        let peer = try RawPeer(port: try adminPort)
        peer.write("GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        return try peer.rest()
    }

    /// The same, by name and labels.
    func metrics() throws -> [String: Double] {
        let lines = try metricsText().split(separator: "\n").filter { !$0.hasPrefix("#") }
        let pairs = lines.compactMap { line -> (String, Double)? in
            guard let space = line.lastIndex(of: " "),
                let value = Double(line[line.index(after: space)...])
            else { return nil }
            return (String(line[..<space]), value)
        }
        #expect(pairs.count == lines.count)
        return Dictionary(pairs) { one, _ in
            Issue.record("a number that appears twice")
            return one
        }
    }
}
