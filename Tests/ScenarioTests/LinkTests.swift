import Testing

@testable import Server

/// `Link`, which leads from one page of a list to the next, on real sockets.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A list that comes in pages` {
    /// The body of a read, and where its `Link` leads.
    private static func read(
        _ path: String, _ token: String, _ peer: RawPeer, method: String = "GET"
    ) throws -> (body: String, next: String?) {
        peer.write(
            "\(method) \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n"
                + (method == "POST" ? "Content-Length: 0\r\n\r\n" : "\r\n"))
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK", "\(path)")
        let fields = peer.head.split(separator: "\r\n")
        let link = fields.first { $0.hasPrefix("Link: <") }?.dropFirst("Link: <".count)
        #expect(link.map { $0.hasSuffix(">; rel=\"next\"") } != false, "\(fields)")
        let body = method == "HEAD" ? "" : try peer.line()
        return (body, link.map { String($0.prefix { $0 != ">" }) })
    }

    /// The bodies of all pages, by their links.
    private static func pages(
        from path: String, _ token: String, _ peer: RawPeer
    ) throws -> [String] {
        var (path, pages) = (path, [String]())
        while pages.count < 10 {
            let page = try read(path, token, peer)
            pages.append(page.body)
            guard let next = page.next else { return pages }
            #expect(try read(path, token, peer, method: "HEAD").next == next)
            path = next
        }
        return pages
    }

    @Test func `has a link to each next page, and none at the last`() async throws {
        let site = try Site()
        let (ana, ben) = (try await site.person("ana"), try await site.person("ben"))
        for person in [ana, ben] { try await person.signUp() }
        try await ana.befriend(ben)
        let (token, peer) = (await ana.token, try RawPeer(port: site.daemon.port))
        for number in 1...3 {
            let body = #"{"to":"ben","text":"word \#(number)","cid":"\#(number)"}"#
            peer.write(
                "POST /v1/roomSend HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body)
            #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
            _ = try peer.line()
        }
        for path in [
            "/v1/roomHistory?with=ben&limit=1", "/v1/roomHistory?limit=1&before=0&with=ben",
            "/v1/roomSearch?text=word&limit=1",
        ] {
            let pages = try Self.pages(from: path, token, peer)
            #expect(pages.count == 3, "\(path)")
            for (number, page) in zip(1...3, pages.reversed()) {
                #expect(page.contains(#""text":"word \#(number)""#), "\(path): \(page)")
            }
        }
        let exported = try Self.pages(from: "/v1/accountExport", token, peer)
        #expect(exported.count > 1 && exported.joined().contains(#""text":"word 3""#))
        #expect(try Self.read("/v1/roomList", token, peer).next == nil)
        // The fields of a page that was asked for by POST are in no path.
        let posted = try Self.read("/v1/accountExport", token, peer, method: "POST")
        #expect(posted.next == nil && posted.body.contains(#""next":"#))
        for person in [ana, ben] { await person.close() }
        await site.stop()
    }
}
