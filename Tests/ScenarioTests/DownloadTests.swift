import Foundation
import Kernel
import Storage
import TestSupport
import Testing

@testable import Server
@testable import Settings

/// Downloads of files that are longer than a piece, over real sockets: a document of a profile.
@Suite(.serialized, .onOwnThreads, .timeLimit(.minutes(5))) struct `A long file` {
    private static let size = 3_000_000
    private static let text: [UInt8] = {
        var chance = SeededGenerator(seed: 5)
        return (0..<size).map { _ in UInt8(97 + chance.below(26)) }
    }()

    private let site: Site
    private let token: String
    private let path: String

    init() throws {
        site = try Site {
            $0.http.root = .hinder
            $0.features[integer: "teams.documentBytes"] = 4_194_304
            $0.features[integer: "files.userBytes"] = 5_000_000
        }
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        token = try peer.register("ana")
        let caller = try RawPeer(port: site.daemon.port)
        let profile = Array(#"{"skills":["web"],"contact":"a"}"#.utf8)
        caller.write(Self.request("POST /users", token, body: profile))
        #expect(try caller.statusLine() == "HTTP/1.1 201 Created")
        let said = try caller.body(byteCount: Self.length(of: caller))
        let number = try #require(said.firstMatch(of: /"userId":"([0-9]+)"/)?.1)
        path = "/hinder/users/\(number)/documents/resume"
        caller.write(Self.request("PUT \(path)", token, body: Self.text))
        #expect(try caller.statusLine() == "HTTP/1.1 200 OK")
    }

    private static func request(
        _ start: String, _ token: String, fields: String = "", body: [UInt8] = []
    ) -> [UInt8] {
        Array(
            """
            \(start) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r
            Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\(fields)\r\n
            """.utf8) + body
    }

    private static func length(of peer: RawPeer) throws -> Int {
        let line = peer.head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        return try #require(line.flatMap { Int($0.dropFirst("Content-Length: ".count)) })
    }

    private func get(
        _ fields: String = "", method: String = "GET", at peer: RawPeer
    ) throws -> (status: String, bytes: [UInt8]) {
        peer.write(Self.request("\(method) \(path)", token, fields: fields))
        let status = String(try peer.statusLine().dropFirst("HTTP/1.1 ".count))
        guard method == "GET" else { return (status, []) }
        return (status, try peer.bytes(try Self.length(of: peer)))
    }

    private func received() throws -> Double {
        try site.metrics()["upfor_received_bytes_total"] ?? 0
    }

    @Test func `is sent whole and in parts, on one connection`() async throws {
        let peer = try RawPeer(port: site.daemon.port)
        for _ in 0..<2 {
            let whole = try get(at: peer)
            #expect(whole.status == "200 OK" && whole.bytes == Self.text)
            #expect(peer.head.contains("\r\nAccept-Ranges: bytes"))
        }
        let tag = try #require(peer.head.firstMatch(of: /ETag: (.*?)\r\n/)?.1)
        for range in [0..<1, 65_535..<65_537, 100_000..<400_000, 2_999_990..<3_000_000] {
            let bytes = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
            let part = try get("Range: \(bytes)\r\nIf-Range: \(tag)\r\n", at: peer)
            #expect(part.status == "206 Partial Content" && part.bytes == Array(Self.text[range]))
            #expect(peer.head.contains("Content-Range: \(bytes.replacing("=", with: " "))/3000000"))
        }
        let end = try get("Range: bytes=-200000\r\n", at: peer)
        #expect(end.status == "206 Partial Content" && end.bytes == Self.text.suffix(200_000))
        let other = try get("Range: bytes=-10\r\nIf-Range: \"x\"\r\n", at: peer)
        #expect(other.status == "200 OK" && other.bytes == Self.text)
        let beyond = try get("Range: bytes=3000000-\r\n", at: peer)
        #expect(beyond.status == "416 Range Not Satisfiable")
        #expect(peer.head.contains("Content-Range: bytes */3000000"))
        #expect(try get(method: "HEAD", at: peer).status == "200 OK")
        #expect(try Self.length(of: peer) == Self.size)
        #expect(try get("Range: bytes=5-6\r\n", at: peer).bytes == Array(Self.text[5...6]))
        await site.stop()
    }

    @Test func `is sent for each of many requests that come at once`() async throws {
        let peer = try RawPeer(port: site.daemon.port)
        let request = Self.request("GET \(path)", token)
        peer.write(Array(repeatElement(request, count: 8).joined()))
        peer.write("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        for _ in 0..<8 {
            #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
            #expect(try peer.bytes(Self.size) == Self.text)
        }
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        #expect(peer.head.contains("Connection: close"))
        await site.stop()
    }

    @Test func `is the last answer when the peer asks for that`() async throws {
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(Self.request("GET \(path)", token, fields: "Connection: close\r\n"))
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        #expect(try peer.rest().utf8.elementsEqual(Self.text))
        await site.stop()
    }

    @Test func `takes little memory for a peer that reads slowly`() async throws {
        let peer = try RawPeer(port: site.daemon.port, receiveBytes: 4_096)
        peer.write(Self.request("GET \(path)", token))
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        var held = 0.0
        // Until the kernel takes no more of it.
        #expect(
            try await eventually {
                held = try site.metrics()["upfor_outbox_bytes"] ?? 0
                return held > 0
            })
        #expect(held <= 66_000)
        #expect(try peer.bytes(Self.size) == Self.text)
        await site.stop()
    }

    @Test func `is cut off when it is deleted`() async throws {
        let files = site.daemon.fileSweep.files
        let peer = try RawPeer(port: site.daemon.port, receiveBytes: 4_096)
        peer.write(Self.request("GET \(path)", token))
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        let other = try RawPeer(port: site.daemon.port)
        other.write(Self.request("DELETE \(path)", token))
        #expect(try other.statusLine() == "HTTP/1.1 204 No Content")
        #expect(try await eventually { try files.names(after: nil, limit: 1).isEmpty })
        #expect(throws: RawPeer.Silence.self) { try peer.bytes(Self.size) }
        #expect(try get(at: other).status == "404 Not Found")
        await site.stop()
    }

    @Test(arguments: [1_000, 65_536, 1 << 20])
    func `comes in chunks, and the next request behind it`(chunkBytes: Int) async throws {
        let text = Array(Self.text.reversed())
        var said = Self.request("PUT \(path)", token, fields: "Transfer-Encoding: chunked\r\n")
        let length = try #require(said.firstRange(of: Array("Content-Length: 0\r\n".utf8)))
        said.removeSubrange(length)
        for start in stride(from: 0, to: text.count, by: chunkBytes) {
            let chunk = text[start..<min(start + chunkBytes, text.count)]
            said += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk
            said += Array("\r\n".utf8)
        }
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(said + Array("0\r\n\r\n".utf8) + Self.request("GET \(path)", token))
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        _ = try peer.bytes(try Self.length(of: peer))
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        #expect(try peer.bytes(Self.size) == text)
        await site.stop()
    }

    /// Nothing of the body is sent.
    @Test func `is refused before it comes, to those who may not send it`() async throws {
        let stranger = try RawPeer(port: site.daemon.port)
        _ = try stranger.upgrade()
        let ben = try stranger.register("ben")
        let rows: [(path: String, token: String, count: Int, status: String)] = [
            (path, ben, 3_000_000, "403 Forbidden"),
            (path, token, 4_194_305, "413 Content Too Large"),
            (path.replacing("resume", with: "transcript"), token, 3_000_000, "409 Conflict"),
            (path.replacing("resume", with: "cv"), token, 3_000_000, "404 Not Found"),
        ]
        for row in rows {
            let peer = try RawPeer(port: site.daemon.port)
            peer.write(
                """
                PUT \(row.path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(row.token)\r
                Content-Length: \(row.count)\r\n\r\n
                """)
            #expect(try peer.statusLine() == "HTTP/1.1 \(row.status)")
        }
        #expect(try site.daemon.fileSweep.files.names(after: nil, limit: 9).count == 1)
        await site.stop()
    }

    @Test func `leaves nothing when its peer goes midway, and makes room for others`() async throws
    {
        for _ in 0..<5 {
            let peer = try RawPeer(port: site.daemon.port)
            let request = Self.request("PUT \(path)", token, body: Self.text)
            let before = try received()
            peer.write(Array(request.prefix(1_000_000)))
            #expect(try await eventually { try received() > before + 900_000 })
            peer.hangUp()
            // Two of a user may be under way.
            #expect(
                try await eventually {
                    let other = try RawPeer(port: site.daemon.port)
                    other.write(Self.request("PUT \(path)", token, body: Self.text))
                    let status = try other.statusLine()
                    return status == "HTTP/1.1 200 OK"
                })
        }
        let files = site.daemon.fileSweep.files
        #expect(try await eventually { try files.names(after: nil, limit: 9).count == 1 })
        let drafts = DataFolder.files(in: site.configuration.data.folder) + "/drafts"
        if Site.nodeCount == 1 {
            #expect(
                try await eventually {
                    try FileManager.default.contentsOfDirectory(atPath: drafts).isEmpty
                })
        }
        await site.stop()
    }
}
