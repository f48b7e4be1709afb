import HTTP
import HTTPTypes
import Observability
import Testing

@testable import Gateway

/// Which files can be a page.
@Suite struct `The files of a page` {
    private static let policy = PagePolicy(issuers: [], isHostsSite: false)

    private static func page(_ files: [String: [UInt8]]) throws -> PageFiles {
        try PageFiles(
            files.merging(["index.html": [1]]) { own, _ in own }, terms: [], policy)
    }

    private static func failure(_ files: [String: [UInt8]]) -> String {
        let failure = #expect(throws: StartFailure.self) { try page(files) }
        return failure?.description ?? ""
    }

    @Test func `say what they are by their endings`() throws {
        let rows = [
            ("a.css", "text/css; charset=utf-8"), ("a.js", "text/javascript; charset=utf-8"),
            ("a.mjs", "text/javascript; charset=utf-8"), ("a.json", "application/json"),
            ("a.webmanifest", "application/manifest+json"),
            ("a.svg", "image/svg+xml; charset=utf-8"), ("a.png", "image/png"),
            ("a.webp", "image/webp"), ("a.ico", "image/x-icon"), ("a.woff2", "font/woff2"),
            ("a.txt", "text/plain; charset=utf-8"), ("b.html", "text/html; charset=utf-8"),
        ]
        let page = try Self.page(Dictionary(uniqueKeysWithValues: rows.map { ($0.0, [1]) }))
        for (name, type) in rows {
            let file = try #require(page.places.first { $0.path == "/\(name)" }?.file)
            #expect(file.form(for: [:]).whole.headerFields[.contentType] == type)
        }
    }

    @Test func `are refused where one is of no kind, too large, or packed without its original`() {
        #expect(Self.failure(["a.exe": []]).contains("a.exe is of no kind"))
        #expect(Self.failure(["README": []]).contains("README is of no kind"))
        #expect(Self.failure(["a.js.br": []]).contains("a.js.br is there without a.js"))
        #expect(Self.failure(["a.js": [], "b.js.gz": []]).contains("b.js.gz is there without"))
        let large = [UInt8](repeating: 32, count: 204_801)
        #expect(Self.failure(["a.js": large]).contains("a.js has more than 204800 bytes"))
        #expect(Self.failure(["a.js": [], "a.js.gz": large]).contains("a.js.gz has more than"))
        #expect(throws: Never.self) { try Self.page(["a.js": Array(large.dropLast())]) }
        #expect(throws: StartFailure.self) {
            try PageFiles(["a.js": []], terms: [], Self.policy)
        }
    }

    @Test func `take no place where something else is`() throws {
        var router = Router<Int>()
        router.add(.post, "/matches/{id}", 1)
        router.add(nil, "/healthz", 2)
        #expect(try Self.page(["a/b.js": [1]]).path(takenIn: router) == nil)
        #expect(try Self.page(["matches/a.js": [1]]).path(takenIn: router) == "/matches/a.js")
        router.add(.put, "/circle/{post}", 3)
        #expect(try Self.page([:]).path(takenIn: router) == "/circle/{post}")
        router.add(.get, "/page.json", 4)
        router.add(.put, "/", 5)
        #expect(try Self.page([:]).path(takenIn: router) == "/")
    }

    @Test func `have tags of their own, one for each coding`() throws {
        let page = try Self.page(["a.js": [1], "a.js.br": [2], "a.js.gz": [3], "b.js": [1, 1]])
        let tags = page.places.filter { $0.path.hasSuffix(".js") }.flatMap { place in
            ["br", "gzip", "identity"].map { place.file.form(for: [.acceptEncoding: $0]).name }
        }
        #expect(Set(tags).count == 4)
    }

    @Test func `may speak to issuers, and are by TLS alone where they are the host's site`() {
        let plain = Self.policy.fields
        let issuers = ["https://id.example.org", "http://127.0.0.1:9"]
        let open = PagePolicy(issuers: issuers, isHostsSite: true).fields
        let policy = open[.contentSecurityPolicy] ?? ""
        #expect(
            policy.contains("; connect-src 'self' https://id.example.org http://127.0.0.1:9;"))
        #expect(plain[.contentSecurityPolicy]?.contains("; connect-src 'self';") == true)
        let tiles = PagePolicy(issuers: [], tiles: "https://tiles.example", isHostsSite: false)
        #expect(
            tiles.fields[.contentSecurityPolicy]?.contains(
                "; img-src 'self' blob: https://tiles.example;") == true)
        #expect(plain[.contentSecurityPolicy]?.contains("; img-src 'self' blob:;") == true)
        #expect(open[.strictTransportSecurity] == "max-age=31536000")
        #expect(plain[.strictTransportSecurity] == nil)
    }
}
