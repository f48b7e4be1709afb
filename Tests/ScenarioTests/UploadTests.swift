import Foundation
import Kernel
import TestSupport
import Testing
import Wire

@testable import Gateway
@testable import Server
@testable import Settings

/// Z5: one's own picture, over real sockets. One after the other: each keeps a thread waiting.
@Suite(.serialized, .onOwnThreads, .timeLimit(.minutes(5))) struct `Pictures over HTTP` {
    private static let file = TestPicture.file(.jpeg, width: 300, height: 200)
    /// Over the limit of other bodies: noise is hard to compress.
    private static let largeFile: [UInt8] = {
        var chance = SeededGenerator(seed: 3)
        return TestPicture.file(.png, width: 300, height: 300) { _, _ in
            Int32(truncatingIfNeeded: chance.next()) & 0xFFFFFF
        }
    }()

    /// A daemon, and a user's token.
    private static func signedUp(
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> (Site, String) {
        let site = try Site(change)
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        return (site, try peer.register("ana"))
    }

    private static func head(
        _ start: String, token: String? = nil, count: Int = 0, fields: String = ""
    ) -> String {
        let bearer = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        return "\(start) HTTP/1.1\r\nHost: a\r\n\(bearer)Content-Length: \(count)\r\n\(fields)\r\n"
    }

    private static func put(
        _ file: [UInt8], _ token: String, at peer: RawPeer
    ) throws -> String {
        peer.write(Array(head("PUT /avatar", token: token, count: file.count).utf8) + file)
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        let line = try peer.line()
        let start = try #require(line.firstRange(of: #"{"avatar":""#)).upperBound
        return String(line[start...].prefix { $0 != "\"" })
    }

    @Test(arguments: [file, largeFile])
    func `are put, seen, known and taken away on one connection`(file: [UInt8]) async throws {
        let (site, token) = try Self.signedUp()
        let peer = try RawPeer(port: site.daemon.port)
        let path = try Self.put(file, token, at: peer)
        #expect(try site.metrics()[#"upfor_commands_total{command="avatar",outcome="done"}"#] == 1)
        peer.write(Self.head("HEAD \(path)"))
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        let name = path.dropFirst("/avatars/".count)
        for field in [
            "Content-Type: image/jpeg", "Cache-Control: private, max-age=31536000, immutable",
            "ETag: \"\(name)\"", "X-Content-Type-Options: nosniff",
            "Content-Security-Policy: default-src 'none'; sandbox",
        ] { #expect(peer.head.contains(field), "\(field)") }
        peer.write(Self.head("GET \(path)", fields: "If-None-Match: W/\"x\", \"\(name)\"\r\n"))
        #expect(try peer.statusLine() == "HTTP/1.1 304 Not Modified")
        peer.write(Self.head("DELETE /avatar", token: token))
        #expect(try peer.statusLine() == "HTTP/1.1 204 No Content")
        peer.write(Self.head("GET \(path)", fields: "Connection: close\r\n"))
        #expect(try peer.statusLine() == "HTTP/1.1 404 Not Found")
        await site.stop()
    }

    @Test func `leave the disk soon after they are taken away`() async throws {
        let (site, token) = try Self.signedUp()
        let files = site.daemon.fileSweep.files
        let peer = try RawPeer(port: site.daemon.port)
        let first = try Self.put(Self.file, token, at: peer)
        let kept = try Self.put(Self.largeFile, token, at: peer)
        #expect(first != kept)
        #expect(
            try await eventually {
                try files.names(after: nil, limit: 9).count == 1
            })
        peer.write(Self.head("GET \(kept)"))
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        await site.stop()
    }

    @Test func `have their bytes deleted at the second look, if no row names them`() async throws {
        let (site, token) = try Self.signedUp()
        let files = site.daemon.fileSweep.files
        let orphans = try (UInt8(0)..<5).map { try files.store([$0]) }
        let look: () async -> Void = {
            await withCheckedContinuation { done in
                site.daemon.fileSweep.lookForOrphans { done.resume() }
            }
        }
        // Without any row, the database may be another than that of the files.
        for _ in 0..<2 { await look() }
        #expect(try files.names(after: nil, limit: 9).count == 5)
        let path = try Self.put(Self.file, token, at: try RawPeer(port: site.daemon.port))
        await look()
        #expect(try files.names(after: nil, limit: 9).count == 6)
        let late = try files.store([9])
        await look()
        let left = try files.names(after: nil, limit: 9)
        #expect(left.count == 2 && left.contains(late) && !left.contains(orphans[0]))
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(Self.head("GET \(path)"))
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        await site.stop()
    }

    /// The head of a request whose body comes in chunks.
    private static func chunkedHead(_ token: String) -> [UInt8] {
        Array(
            """
            PUT /avatar HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r
            Transfer-Encoding: chunked\r\n\r\n
            """.utf8)
    }

    private static func chunk(_ bytes: some Collection<UInt8>) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }

    @Test(arguments: [file, largeFile], [1_000, 1 << 20])
    func `come in chunks`(file: [UInt8], chunkBytes: Int) async throws {
        let (site, token) = try Self.signedUp()
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(Self.chunkedHead(token))
        for start in stride(from: 0, to: file.count, by: chunkBytes) {
            peer.write(Self.chunk(file[start..<min(file.count, start + chunkBytes)]))
        }
        peer.write("0\r\n\r\n")
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        #expect(try peer.line().contains(#"{"avatar":"/avatars/"#))
        // The connection serves the next request.
        peer.write(Self.head("DELETE /avatar", token: token))
        #expect(try peer.statusLine() == "HTTP/1.1 204 No Content")
        await site.stop()
    }

    /// Each is refused when the size of the chunk is known: nothing of its data is sent.
    @Test(arguments: [0, 1_000, 100_000])
    func `in chunks over 1 MiB are refused at once`(before: Int) async throws {
        let (site, token) = try Self.signedUp { $0.limits.messageBytes = 16 << 20 }
        let peer = try RawPeer(port: site.daemon.port)
        let first = before > 0 ? Self.chunk([UInt8](repeating: 0, count: before)) : []
        let size = String((1 << 20) + 1 - before, radix: 16)
        peer.write(Self.chunkedHead(token) + first + Array("\(size)\r\n".utf8))
        #expect(try peer.statusLine() == "HTTP/1.1 413 Content Too Large")
        await site.stop()
    }

    @Test func `come whole, also when many are asked for at once`() async throws {
        let (site, token) = try Self.signedUp()
        let peer = try RawPeer(port: site.daemon.port)
        let path = try Self.put(Self.largeFile, token, at: peer)
        let count = 30
        peer.write(String(repeating: Self.head("GET \(path)"), count: count))
        peer.write(Self.head("GET /avatars/411.svg", fields: "Connection: close\r\n"))
        let said = try peer.rest()
        #expect(said.components(separatedBy: "HTTP/1.1 200 OK").count - 1 == count + 1)
        #expect(said.contains("Content-Type: image/svg+xml"))
        #expect(said.hasSuffix("</svg>\n"))
        await site.stop()
    }

    @Test func `may be followed by a WebSocket`() async throws {
        let (site, token) = try Self.signedUp()
        let peer = try RawPeer(port: site.daemon.port)
        let file = Self.file
        peer.write(
            Array(Self.head("PUT /avatar", token: token, count: file.count).utf8) + file)
        #expect(try peer.upgrade() == "HTTP/1.1 200 OK")
        _ = try peer.line()
        #expect(try peer.statusLine() == "HTTP/1.1 101 Switching Protocols")
        peer.say(RawPeer.open(token))
        #expect(try peer.next().contains(#""avatar":"/avatars/"#))
        await site.stop()
    }

    struct Row: Sendable {
        let what: String
        let start: String
        var token: String?
        var hasToken = false
        var count = 0
        let status: String
        var field = ""
        var fields = ""
    }

    static let rows = [
        Row(
            what: "without a token", start: "PUT /avatar", status: "401 Unauthorized",
            field: "WWW-Authenticate: Bearer"),
        Row(
            what: "by nobody's token", start: "PUT /avatar", token: "x",
            status: "401 Unauthorized"),
        Row(
            what: "by nobody's token, before a large body", start: "PUT /avatar",
            token: "x", count: 1_000_000, status: "401 Unauthorized"),
        Row(
            what: "without a token, before a large body", start: "PUT /avatar",
            count: 1_000_000, status: "401 Unauthorized"),
        Row(
            what: "over 1 MiB", start: "PUT /avatar", hasToken: true,
            count: 1_048_577, status: "413 Content Too Large"),
        Row(
            what: "large, elsewhere", start: "PUT /healthz", hasToken: true,
            count: 1_000_000, status: "413 Content Too Large"),
        Row(
            what: "large, in another way", start: "POST /avatar", hasToken: true,
            count: 1_000_000, status: "413 Content Too Large"),
        Row(
            what: "in another way", start: "POST /avatar", hasToken: true,
            status: "405 Method Not Allowed", field: "Allow: PUT, DELETE"),
        Row(
            what: "with HEAD", start: "HEAD /avatar", hasToken: true,
            status: "405 Method Not Allowed", field: "Allow: PUT, DELETE"),
        Row(
            what: "without anything", start: "PUT /avatar", hasToken: true,
            status: "415 Unsupported Media Type"),
        Row(
            what: "in part", start: "PUT /avatar", hasToken: true, status: "400 Bad Request",
            fields: "Content-Range: bytes 0-9/20\r\n"),
        Row(
            what: "in part, of a large one", start: "PUT /avatar", hasToken: true,
            count: 1_000_000, status: "400 Bad Request",
            fields: "Content-Range: bytes 0-999999/1000000\r\n"),
        Row(
            what: "taken away by nobody", start: "DELETE /avatar",
            status: "401 Unauthorized"),
        Row(
            what: "of no such name", start: "GET /avatars/x.jpg",
            status: "404 Not Found"),
        Row(
            what: "of nothing like a name", start: "GET /avatars/../etc/passwd",
            status: "400 Bad Request"),
        Row(
            what: "of a name that is free",
            start: "HEAD /avatars/0123456789abcdef0123456789abcdef.png", status: "404 Not Found"),
        Row(
            what: "put where they are seen", start: "PUT /avatars/411.svg",
            hasToken: true, status: "405 Method Not Allowed", field: "Allow: GET, HEAD"),
    ]

    /// Also where messages may be much larger than a picture.
    @Test(arguments: [8_192, 16 << 20])
    func `are refused`(messageBytes: Int) async throws {
        let (site, token) = try Self.signedUp {
            $0.limits.visitorMessageBytes = messageBytes
            $0.limits.messageBytes = 16 << 20
        }
        for row in Self.rows {
            let peer = try RawPeer(port: site.daemon.port)
            peer.write(
                Self.head(
                    row.start, token: row.hasToken ? token : row.token, count: row.count,
                    fields: row.fields))
            #expect(try peer.statusLine() == "HTTP/1.1 \(row.status)", "\(row.what)")
            #expect(row.field.isEmpty || peer.head.contains(row.field), "\(row.what)")
        }
        await site.stop()
        #expect(!site.endLog().contains(#""limit":"limits."#))
    }

    @Test func `that are broken get a reason as JSON`() async throws {
        let (site, token) = try Self.signedUp()
        let peer = try RawPeer(port: site.daemon.port)
        let half = Array(Self.file.prefix(500))
        peer.write(Array(Self.head("PUT /avatar", token: token, count: 500).utf8) + half)
        #expect(try peer.statusLine() == "HTTP/1.1 400 Bad Request")
        #expect(peer.head.contains("Content-Type: application/json"))
        #expect(try peer.line().contains(#""MALFORMED""#))
        await site.stop()
    }

    @Test func `are changed only so often`() async throws {
        let (site, token) = try Self.signedUp {
            ($0.rates.enabled, $0.rates.uploadsPerDay) = (true, 1)
        }
        let peer = try RawPeer(port: site.daemon.port)
        _ = try Self.put(Self.file, token, at: peer)
        peer.write(
            Array(Self.head("PUT /avatar", token: token, count: Self.file.count).utf8) + Self.file)
        #expect(try peer.statusLine() == "HTTP/1.1 429 Too Many Requests")
        #expect(peer.head.contains("Retry-After: 86400") || peer.head.contains("Retry-After: 863"))
        _ = try peer.line()
        // The wrong one can be withdrawn, though there may be no other.
        peer.write(Self.head("DELETE /avatar", token: token))
        #expect(try peer.statusLine() == "HTTP/1.1 204 No Content")
        await site.stop()
        #expect(site.endLog().contains(#""limit":"rates.uploadsPerDay=1""#))
    }

    @Test func `that come too slowly are given up, and count`() async throws {
        let (site, token) = try Self.signedUp {
            ($0.rates.enabled, $0.rates.uploadsPerDay) = (true, 1)
            $0.limits.messageSeconds = 1
        }
        let slow = try RawPeer(port: site.daemon.port)
        slow.write(Self.head("PUT /avatar", token: token, count: 100_000) + "slow")
        #expect(try slow.rest().hasPrefix("HTTP/1.1 408 Request Timeout"))
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(Self.head("PUT /avatar", token: token, count: 100_000))
        #expect(try peer.statusLine() == "HTTP/1.1 429 Too Many Requests")
        await site.stop()
    }

    @Test func `for which there is no room now do not count`() async throws {
        let (site, token) = try Self.signedUp {
            ($0.rates.enabled, $0.rates.uploadsPerDay) = (true, 1)
        }
        let peer = try RawPeer(port: site.daemon.port)
        site.daemon.fileWorkers.allow(waiting: 0)
        for file in [Self.file, [UInt8](repeating: 0, count: 100_000)] {
            let head = Self.head("PUT /avatar", token: token, count: file.count)
            peer.write(Array(head.utf8) + file)
            #expect(try peer.statusLine() == "HTTP/1.1 503 Service Unavailable")
            #expect(peer.head.contains("Retry-After: 5"))
            _ = try peer.line()
        }
        site.daemon.fileWorkers.allow(waiting: 16)
        _ = try Self.put(Self.file, token, at: peer)
        await site.stop()
    }

    @Test func `are taken away as often as one likes`() async throws {
        let (site, token) = try Self.signedUp {
            ($0.rates.enabled, $0.rates.profilesPerDay) = (true, 1)
        }
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(Self.head("DELETE /avatar", token: token))
        #expect(try peer.statusLine() == "HTTP/1.1 204 No Content")
        peer.write(Self.head("DELETE /avatar", token: token))
        #expect(try peer.statusLine() == "HTTP/1.1 204 No Content")
        await site.stop()
    }

    @Test func `are for anybody to see, whatever the request says of who asks`() async throws {
        let (site, token) = try Self.signedUp()
        let peer = try RawPeer(port: site.daemon.port)
        let path = try Self.put(Self.file, token, at: peer)
        peer.write(Self.head("GET \(path)", fields: "Authorization: Basic YTpi\r\n"))
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        await site.stop()
    }

    @Test func `are shown to friends at once`() async throws {
        let site = try Site()
        let (ana, ben) = (try await site.person("ana"), try await site.person("ben"))
        for person in [ana, ben] { try await person.signUp() }
        try await ana.befriend(ben)
        let peer = try RawPeer(port: site.daemon.port)
        let path = try Self.put(Self.file, await ana.token, at: peer)
        let told = try await ben.next {
            if case .profileChanged(let changed) = $0 { changed.user } else { nil }
        }
        #expect(told.username == "ana")
        #expect(told.avatar == path)
        #expect(try await ben.friends().first?.user.avatar == path)
        for person in [ana, ben] { await person.close() }
        await site.stop()
    }
}
