import Testing

@testable import Server
@testable import Settings

/// A connection that waits for its next request.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A connection that is kept` {
    private static let request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"

    /// A peer whose first request was answered: where a head has a second only, a machine that
    /// stands still may send it too late.
    private static func peer(at site: Site) throws -> RawPeer {
        var peer = try RawPeer(port: site.daemon.port)
        peer.write(request)
        var status = try peer.statusLine()
        for _ in 1...20 where status != "HTTP/1.1 200 OK" {
            peer = try RawPeer(port: site.daemon.port)
            peer.write(request)
            status = try peer.statusLine()
        }
        #expect(status == "HTTP/1.1 200 OK")
        _ = try peer.line()
        return peer
    }

    /// An answer that nobody asked for could be taken for that to a request on its way.
    @Test func `is closed without a word when no request comes`() async throws {
        let site = try Site { $0.http.keepAliveSeconds = 1 }
        #expect(try Self.peer(at: site).rest() == "")
        await site.stop()
    }

    /// Some clients send an empty line behind the body of a request (RFC 9112 §2.2).
    @Test func `is closed without a word when only an empty line comes`() async throws {
        let site = try Site {
            ($0.http.keepAliveSeconds, $0.limits.headSeconds) = (1, 1)
        }
        let peer = try Self.peer(at: site)
        peer.write("\r\n")
        #expect(try peer.rest() == "")
        await site.stop()
    }

    @Test func `has the usual time for a request that has begun`() async throws {
        let site = try Site {
            $0.limits.headSeconds = 1
        }
        let peer = try Self.peer(at: site)
        peer.write("GET /healthz HTT")
        #expect(try peer.rest().hasPrefix("HTTP/1.1 408 Request Timeout"))
        await site.stop()
    }
}
