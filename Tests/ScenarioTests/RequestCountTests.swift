import Testing

@testable import Server

/// `upfor_http_requests_total`, on real sockets.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `Counts of requests` {
    /// The counts that are above zero, by "kind outcome".
    private static func counts(at site: Site) throws -> [String: Double] {
        let prefix = #"upfor_http_requests_total{kind=""#
        let pairs = try site.metrics().compactMap { name, count -> (String, Double)? in
            guard name.hasPrefix(prefix), count > 0 else { return nil }
            let labels = name.dropFirst(prefix.count).split(separator: "\"")
            return ("\(labels[0]) \(labels[2])", count)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test func `are each counted once, by kind and outcome`() async throws {
        let site = try Site()
        let socket = try RawPeer(port: site.daemon.port)
        _ = try socket.upgrade()
        let token = try socket.register("ana")
        var expected = ["socket done": 1.0]
        #expect(try Self.counts(at: site) == expected)
        let bearer = "Authorization: Bearer \(token)\r\n"
        for (request, fields, status, count) in [
            ("GET /v1/friendList", bearer, "200", "command done"),
            ("GET /v1/friendList", "", "401", "command refused"),
            ("GET /wordup/matches/", bearer, "200", "document done"),
            ("GET /wordup/matches/", "", "401", "document refused"),
            ("DELETE /avatar", bearer, "204", "change done"),
            ("DELETE /avatar", "", "401", "change refused"),
            ("GET /avatars/nothing.svg", "", "404", "file refused"),
            ("GET /healthz", "", "200", "health done"),
            ("GET /openapi.json", "", "200", "description done"),
            ("GET /v1/events?device=a", bearer, "200", "events done"),
            ("GET /v1/events?device=a", "", "401", "events refused"),
            ("GET /v1/ws", "", "426", "socket refused"),
            ("GET /v1/nothing", "", "404", "other refused"),
            ("GET /nothing", "", "404", "other refused"),
            ("GET nothing", "", "400", "other refused"),
        ] {
            let peer = try RawPeer(port: site.daemon.port)
            peer.write("\(request) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
            #expect(try peer.statusLine().contains(" \(status) "), "\(request)")
            expected[count, default: 0] += 1
            #expect(try Self.counts(at: site) == expected, "\(request)")
        }
        // What a connection was used for before says nothing of the request behind it.
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(
            "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /nothing HTTP/1.1\r\nHost: a\r\n\r\n")
        while try !peer.statusLine().contains(" 404 ") {}
        expected["health done", default: 0] += 1
        expected["other refused", default: 0] += 1
        #expect(try Self.counts(at: site) == expected)
        await site.stop()
    }
}
