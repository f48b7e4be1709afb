import Foundation
import TestIssuer
import TestSupport
import Testing

@testable import Server
@testable import Settings

/// What browsers get.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `The page` {
    struct Answer {
        let status: String
        let fields: [String: String]
        let body: String
    }

    private let folder: TemporaryFolder
    private let files = [
        "index.html": "<!doctype html>", "index.html.br": "html in br",
        "index.html.gz": "html in gzip", "worker.js": "worker", "worker.js.gz": "worker in gzip",
        "manifest.webmanifest": "{}", "a/main-1A2B.js": "script", "a/main-1A2B.js.br": "packed",
        "a/icon-3C4D.png": "picture",
    ]

    init() throws {
        folder = try TemporaryFolder()
        let a = URL(filePath: "\(folder.path)/a")
        try FileManager.default.createDirectory(at: a, withIntermediateDirectories: false)
        for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
    }

    private func site(_ change: (inout Configuration) -> Void = { _ in }) throws -> Site {
        try Site { configuration in
            configuration.page.folder = folder.path
            change(&configuration)
        }
    }

    private func ask(
        _ peer: RawPeer, _ path: String, _ method: String = "GET", host: String? = nil,
        at site: Site, _ fields: String...
    ) throws -> Answer {
        let lines = ["Host: \(host ?? site.daemon.address)"] + fields
        peer.write("\(method) \(path) HTTP/1.1\r\n\(lines.map { $0 + "\r\n" }.joined())\r\n")
        let status = try peer.statusLine()
        var answer: [String: String] = [:]
        for line in peer.head.components(separatedBy: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            answer[parts[0].lowercased()] = String(parts[1].dropFirst())
        }
        let length = method == "HEAD" ? 0 : Int(answer["content-length"] ?? "") ?? 0
        return Answer(
            status: String(status.dropFirst("HTTP/1.1 ".count)), fields: answer,
            body: try peer.body(byteCount: length))
    }

    @Test func `is at the root, and where links of posts lead`() async throws {
        let site = try site()
        let peer = try RawPeer(port: site.daemon.port)
        for path in ["/", "/?code=1", "/i", "/circle/123", "/circle/123?x=/../"] {
            let answer = try ask(peer, path, at: site)
            #expect(answer.status == "200 OK", "\(path)")
            #expect(answer.body == "<!doctype html>")
            #expect(answer.fields["content-type"] == "text/html; charset=utf-8")
            #expect(answer.fields["cache-control"] == "no-cache")
        }
        let worker = try ask(peer, "/worker.js", at: site)
        #expect(worker.body == "worker" && worker.fields["cache-control"] == "no-cache")
        #expect(worker.fields["content-type"] == "text/javascript; charset=utf-8")
        let manifest = try ask(peer, "/manifest.webmanifest", at: site)
        #expect(manifest.fields["content-type"] == "application/manifest+json")
        await site.stop()
    }

    @Test func `has files that never change, and browsers need not ask for again`() async throws {
        let site = try site()
        let peer = try RawPeer(port: site.daemon.port)
        for (path, body) in [("/a/main-1A2B.js", "script"), ("/a/icon-3C4D.png", "picture")] {
            let answer = try ask(peer, path, at: site)
            #expect(answer.body == body)
            #expect(answer.fields["cache-control"] == "public, max-age=31536000, immutable")
        }
        await site.stop()
    }

    @Test func `comes as its clients like it best`() async throws {
        let site = try site()
        let peer = try RawPeer(port: site.daemon.port)
        let rows: [(String, String, String?, String)] = [
            ("/", "gzip, deflate, br", "br", "html in br"), ("/", "gzip", "gzip", "html in gzip"),
            ("/", "br;q=0.1, gzip;q=0.2", "gzip", "html in gzip"),
            ("/", "br;q=0, *", "gzip", "html in gzip"), ("/", "deflate", nil, "<!doctype html>"),
            ("/", ";;q=,,é\"", nil, "<!doctype html>"),
            ("/worker.js", "br, gzip;q=0.1", "gzip", "worker in gzip"),
            ("/a/main-1A2B.js", "gzip", nil, "script"),
            ("/a/main-1A2B.js", "x-gzip, br", "br", "packed"),
        ]
        for (path, accepted, coding, body) in rows {
            let answer = try ask(peer, path, at: site, "Accept-Encoding: \(accepted)")
            #expect(answer.fields["content-encoding"] == coding, "\(path) \(accepted)")
            #expect(answer.body == body)
            #expect(answer.fields["vary"] == "Accept-Encoding")
        }
        let picture = try ask(peer, "/a/icon-3C4D.png", at: site, "Accept-Encoding: br, gzip")
        #expect(picture.fields["vary"] == nil && picture.fields["content-encoding"] == nil)
        await site.stop()
    }

    @Test func `is sent once, and then only said to be the same`() async throws {
        let site = try site()
        let peer = try RawPeer(port: site.daemon.port)
        let packed = try ask(peer, "/", at: site, "Accept-Encoding: br")
        let plain = try ask(peer, "/", at: site)
        let (tag, other) = try (
            #require(packed.fields["etag"]), #require(plain.fields["etag"])
        )
        #expect(tag != other && tag.hasPrefix("\"") && tag.hasSuffix("\""))
        for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let again = try ask(
                peer, "/", at: site, "Accept-Encoding: br", "If-None-Match: \(known)")
            #expect(again.status == "304 Not Modified", "\(known)")
            #expect(again.fields["etag"] == tag && again.fields["cache-control"] == "no-cache")
            #expect(again.fields["vary"] == "Accept-Encoding")
            #expect(again.fields["content-type"] == nil && again.fields["content-encoding"] == nil)
            #expect(again.fields["content-security-policy"] != nil)
        }
        // The other coding has other bytes.
        #expect(try ask(peer, "/", at: site, "If-None-Match: \(tag)").body == "<!doctype html>")
        let head = try ask(peer, "/", "HEAD", at: site, "Accept-Encoding: br")
        #expect(head.status == "200 OK" && head.fields["etag"] == tag)
        #expect(head.fields["content-length"] == "\("html in br".count)")
        #expect(try ask(peer, "/worker.js", at: site).body == "worker")
        await site.stop()
    }

    @Test func `is only read`() async throws {
        let site = try site()
        let peer = try RawPeer(port: site.daemon.port)
        let options = try ask(peer, "/a/main-1A2B.js", "OPTIONS", at: site)
        #expect(options.status == "204 No Content")
        #expect(options.fields["allow"] == "GET, HEAD, OPTIONS")
        let deletion = try ask(peer, "/", "DELETE", at: site)
        #expect(deletion.status == "405 Method Not Allowed")
        #expect(deletion.fields["allow"] == "GET, HEAD, OPTIONS")
        await site.stop()
    }

    @Test func `has exact paths, and none that leads out of it`() async throws {
        try folder.write([1], to: "secret.txt")
        let site = try site()
        try folder.write([1], to: "late.txt")
        let peer = try RawPeer(port: site.daemon.port)
        for path in [
            "/index.html", "/index.html.br", "/a", "/a/", "/a/main-1A2B.js/", "/A/main-1A2B.js",
            "//", "//worker.js", "/a%2fmain-1A2B.js", "/late.txt", "/circle", "/circle/",
            "/circle/1/2", "/a/main-1A2B.js%20", "/worker.js%23",
        ] {
            #expect(try ask(peer, path, at: site).status == "404 Not Found", "\(path)")
        }
        for path in [
            "/worker.js%00", "/%ff", "/a/%2", "/%0a", "/./worker.js", "/a/../worker.js",
            "/a/%2e%2e/worker.js", "/../../etc/passwd", "/%2e%2e/etc/passwd",
        ] {
            #expect(try ask(peer, path, at: site).status == "400 Bad Request", "\(path)")
        }
        #expect(try ask(peer, "/w%6Frker.js", at: site).body == "worker")
        await site.stop()
    }

    @Test func `is under a policy that lets it do nothing else`() async throws {
        let keys = try TemporaryFolder()
        try keys.write(Array(TestIssuer().keySet.utf8), to: "keys.json")
        let site = try site {
            $0.identities = [
                .init(
                    name: "home", issuer: "https://id.example.org/realm", clientID: "upfor",
                    keys: "\(keys.path)/keys.json")
            ]
        }
        let peer = try RawPeer(port: site.daemon.port)
        for path in ["/", "/worker.js", "/a/icon-3C4D.png", "/page.json"] {
            let fields = try ask(peer, path, at: site).fields
            #expect(
                fields["content-security-policy"]
                    == "default-src 'none'; script-src 'self'; style-src 'self'; "
                    + "img-src 'self' blob:; media-src 'self' blob:; "
                    + "connect-src 'self' https://id.example.org; manifest-src 'self'; "
                    + "worker-src 'self'; base-uri 'none'; form-action 'none'; "
                    + "frame-ancestors 'none'; require-trusted-types-for 'script'; "
                    + "trusted-types upfor")
            #expect(fields["x-content-type-options"] == "nosniff")
            #expect(fields["referrer-policy"] == "no-referrer")
            #expect(fields["cross-origin-opener-policy"] == "same-origin")
            #expect(fields["cross-origin-resource-policy"] == "same-origin")
            #expect(
                fields["permissions-policy"]?.hasPrefix(
                    "microphone=(self), geolocation=(self), accelerometer=(), ") == true)
            #expect(fields["permissions-policy"]?.contains(", camera=(), ") == true)
            #expect(fields["strict-transport-security"] == nil)
        }
        await site.stop()
    }

    @Test func `gets the terms of the server before any log-in`() async throws {
        let site = try site()
        let peer = try RawPeer(port: site.daemon.port)
        let terms = try ask(peer, "/page.json", at: site)
        #expect(terms.fields["content-type"] == "application/json")
        #expect(terms.fields["cache-control"] == "no-cache")
        #expect(terms.body.contains("\"mail\": false"))
        #expect(terms.body.contains("\"registration\": \"open\""))
        let tag = try #require(terms.fields["etag"])
        let again = try ask(peer, "/page.json", at: site, "If-None-Match: \(tag)")
        #expect(again.status == "304 Not Modified")
        await site.stop()
    }

    @Test func `says which setting it lacks where it could not connect`() async throws {
        let site = try site()
        let peer = try RawPeer(port: site.daemon.port)
        let port = site.daemon.port
        let rows = [
            ("Chat.example.org", "X: y", "http://chat.example.org"),
            ("chat.example.org:\(port)", "X: y", "http://chat.example.org:\(port)"),
            ("chat.example.org", "X-Forwarded-For: 192.0.2.1", "https://chat.example.org"),
            ("chat.example.org", "X-Forwarded-Proto: http", "http://chat.example.org"),
            ("localhost", "X: y", "http://localhost"),
        ]
        for (host, field, origin) in rows {
            for path in ["/", "/circle/1"] {
                let answer = try ask(peer, path, host: host, at: site, field)
                #expect(answer.status == "421 Misdirected Request")
                #expect(answer.fields["content-type"] == "text/plain; charset=utf-8")
                #expect(answer.body.contains("listen:\n  origins: \(origin)\n"), "\(host)")
            }
            // Only the page itself opens WebSockets.
            #expect(try ask(peer, "/worker.js", host: host, at: site).status == "200 OK")
        }
        let head = try ask(peer, "/", "HEAD", host: "a.example", at: site)
        #expect(head.status == "421 Misdirected Request")
        #expect(try ask(peer, "/", host: "localhost:\(port)", at: site).status == "200 OK")
        await site.stop()
        #expect(site.endLog().contains("\"status\":421,\"reason\":\"the page at http://chat."))
    }

    @Test func `is served under any name when there is a list of origins`() async throws {
        let site = try site { $0.listen.origins = "https://chat.example.org" }
        let peer = try RawPeer(port: site.daemon.port)
        for host in ["chat.example.org", "10.0.0.1:8080"] {
            #expect(try ask(peer, "/", host: host, at: site).status == "200 OK")
        }
        await site.stop()
    }

    @Test func `differs by the site that asks where sites may`() async throws {
        let site = try site { $0.http.corsOrigins = "https://a.example" }
        let peer = try RawPeer(port: site.daemon.port)
        #expect(try ask(peer, "/", at: site).fields["vary"] == "Accept-Encoding, Origin")
        #expect(try ask(peer, "/page.json", at: site).fields["vary"] == "Origin")
        await site.stop()
    }

    @Test(arguments: ["none", "/nowhere/at/all"])
    func `may be missing, and nothing else is`(name: String) async throws {
        let site = try site { $0.page.folder = name }
        let peer = try RawPeer(port: site.daemon.port)
        for path in ["/", "/page.json", "/circle/1", "/worker.js"] {
            #expect(try ask(peer, path, at: site).status == "404 Not Found")
        }
        #expect(try ask(peer, "/healthz", at: site).status == "200 OK")
        await site.stop()
        #expect(site.endLog().contains("page.missing") == (name != "none"))
    }

    @Test func `keeps a daemon from starting when it cannot be served`() async throws {
        try folder.write([1], to: "program.exe")
        let failure = #expect(throws: (any Error).self) { try site() }
        #expect(
            "\(try #require(failure))" == "page.folder: program.exe is of no kind that is served")
        unlink("\(folder.path)/program.exe")
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/v1", withIntermediateDirectories: false)
        try folder.write([1], to: "v1/roomSend.js")
        let other = #expect(throws: (any Error).self) { try site() }
        #expect("\(try #require(other))".contains("/v1/roomSend.js is no place for a file"))
    }
}
