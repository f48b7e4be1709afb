import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Outbound

@Suite struct `Asking other servers` {
    @Test func `brings a body and fields, and gets status, fields and body`() async throws {
        let receiver = try WebReceiver { request in
            .init(201, fields: [("Location", " /there ")], body: Array("got it".utf8))
        }
        let client = OutboundClient(label: "test", .loopback)
        let answer = try await client.ask(
            OutboundRequest(
                .post(Array("hello".utf8)), "http://127.0.0.1:\(receiver.port)/hook?a=b",
                fields: [.init("X-Kind", "test")]))
        #expect(answer.status == 201)
        #expect(answer.fields["location"] == "/there")
        #expect(answer.body == Array("got it".utf8))
        let request = try #require(receiver.requests.first)
        #expect(request.method == "POST" && request.target == "/hook?a=b")
        #expect(request.fields["x-kind"] == "test")
        #expect(request.body == Array("hello".utf8))
        client.stop()
    }

    @Test func `trusts a certificate of an authority that it was given, and no other`()
        async throws
    {
        let certificate = try TestCertificate(isAuthority: true)
        let receiver = try WebReceiver(certificate: certificate) { _ in .init(204) }
        let url = "https://localhost:\(receiver.port)/"
        let trusting = OutboundClient(
            label: "test", .patient(allowsPrivate: true, authorities: certificate.chain))
        #expect(try await trusting.ask(OutboundRequest(.get, url)).status == 204)
        let strict = OutboundClient(label: "test", .patient(allowsPrivate: true))
        await #expect(throws: OutboundFailure.untrusted) {
            try await strict.ask(OutboundRequest(.get, url))
        }
        let stranger = try TestCertificate(alternatives: "DNS:other.example", isAuthority: true)
        let other = try WebReceiver(certificate: stranger) { _ in .init(204) }
        let misled = OutboundClient(
            label: "test", .patient(allowsPrivate: true, authorities: stranger.chain))
        await #expect(throws: OutboundFailure.untrusted, "it is for another name") {
            try await misled.ask(OutboundRequest(.get, "https://localhost:\(other.port)/"))
        }
    }

    @Test func `connects to no address that is not public, whatever it is called`() async throws {
        let receiver = try WebReceiver { _ in .init(200) }
        let client = OutboundClient(label: "test", OutboundTerms(allowsPlain: true))
        let hosts = ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0x7f.1", "0.0.0.0"]
        for host in hosts {
            await #expect(throws: OutboundFailure.forbidden, "\(host)") {
                try await client.ask(OutboundRequest(.get, "http://\(host):\(receiver.port)/"))
            }
        }
        #expect(receiver.requests.isEmpty)
    }

    @Test(arguments: [
        "http://push.example.org/", "ftp://push.example.org/", "file:///etc/passwd",
        "https://elsewhere.example.org/", "https://push.example.org.evil.example/",
        "https://evil.example/push.example.org", "https://push.example.org@evil.example/",
        "https://name:word@push.example.org/", "https://evil.example#push.example.org",
        "https://push.example.org /", "https://push.example.org/\r\nA: b", "", "push.example.org",
        "https://", "https:///path", "//push.example.org/",
        "https://push.example.org\\@evil.example",
    ])
    func `asks no other scheme and no other host`(url: String) async throws {
        let terms = OutboundTerms(hosts: [HostPattern("push.example.org")])
        #expect(throws: OutboundFailure.forbidden) { try terms.check(url: url) }
        await #expect(throws: OutboundFailure.forbidden) {
            try await OutboundClient(label: "test", terms).ask(OutboundRequest(.get, url))
        }
    }

    @Test func `asks at no port but the scheme's own, if others are not allowed`() throws {
        let terms = OutboundTerms(
            hosts: [HostPattern("push.example.org")], allowsAnyPort: false)
        for port in [":444", ":8443", ":1", ":80"] {
            #expect(throws: OutboundFailure.forbidden, "\(port)") {
                try terms.check(url: "https://push.example.org\(port)/a")
            }
        }
        for port in ["", ":", ":443", ":0443"] {
            try terms.check(url: "https://push.example.org\(port)/a")
        }
    }

    @Test(arguments: [
        ("/b", "https://a.example/b"), ("b?c", "https://a.example/x/b?c"),
        ("?c", "https://a.example/x/y?c"), ("//b.example/c", "https://b.example/c"),
        ("https://b.example/", "https://b.example/"), ("../../c", "https://a.example/c"),
        ("http://b.example/", nil), ("file:///etc/passwd", nil), ("//b.example:8443/", nil),
        ("https://u@b.example/", nil), ("b c", nil), ("//b.example/ü", nil),
        ("javascript:alert(1)", nil), ("https://", nil),
    ])
    func `resolves references, and goes where it may`(reference: String, url: String?) {
        let terms = OutboundTerms(allowsAnyPort: false)
        let resolved = try? terms.resolve(reference, against: "https://a.example/x/y")
        #expect(resolved == url)
    }

    @Test(arguments: [
        ("https://push.example.org/a/b?c", "https://push.example.org"),
        ("https://push.example.org:8443/a", "https://push.example.org:8443"),
        ("HTTPS://Push.Example.ORG:443/A", "https://push.example.org"),
        ("https://push.example.org?x=/", "https://push.example.org"),
    ])
    func `names the origin of a URL as browsers do`(url: String, origin: String) throws {
        #expect(try OutboundTerms().origin(of: url) == origin)
    }

    @Test func `lets nothing be smuggled into the head`() async throws {
        let receiver = try WebReceiver { _ in .init(200) }
        let request = OutboundRequest(
            .get, "http://127.0.0.1:\(receiver.port)/", fields: [.init("A", "b\r\nC: d")])
        await #expect(throws: OutboundFailure.forbidden) {
            try await OutboundClient(label: "test", .loopback).ask(request)
        }
        #expect(receiver.requests.isEmpty)
    }

    @Test func `follows nobody elsewhere`() async throws {
        let receiver = try WebReceiver { request in
            .init(302, fields: [("Location", "http://127.0.0.1:1/")])
        }
        let answer = try await OutboundClient(label: "test", .loopback).ask(
            OutboundRequest(.get, "http://127.0.0.1:\(receiver.port)/"))
        #expect(answer.status == 302 && receiver.requests.count == 1)
    }

    @Test func `hears so much and no more, in body and head`() async throws {
        let body = [UInt8](repeating: 65, count: OutboundTerms.loopback.bodyBytesMax + 1)
        let long = String(repeating: "a", count: 60_000)
        let receiver = try WebReceiver { request in
            request.target == "/body"
                ? .init(200, body: body) : .init(200, fields: [("A", long), ("B", long)])
        }
        let client = OutboundClient(label: "test", .loopback)
        for target in ["body", "head"] {
            await #expect(throws: OutboundFailure.tooLong) {
                try await client.ask(
                    OutboundRequest(.get, "http://127.0.0.1:\(receiver.port)/\(target)"))
            }
        }
    }

    @Test func `waits no longer than it may for an answer`() async throws {
        let receiver = try WebReceiver { _ in nil }
        var terms = OutboundTerms.loopback
        terms.timeout = .milliseconds(200)
        await #expect(throws: OutboundFailure.timedOut) {
            try await OutboundClient(label: "test", terms).ask(
                OutboundRequest(.get, "http://127.0.0.1:\(receiver.port)/"))
        }
    }

    @Test func `takes what is no HTTP for broken`() async throws {
        let receiver = try WebReceiver { _ in .init(raw: Array("SSH-2.0-x\r\n\r\n".utf8)) }
        await #expect(throws: OutboundFailure.broken) {
            try await OutboundClient(label: "test", .loopback).ask(
                OutboundRequest(.get, "http://127.0.0.1:\(receiver.port)/"))
        }
    }

    @Test func `lets so many wait and no more, and ends them all when it stops`() async throws {
        let receiver = try WebReceiver { _ in nil }
        let client = OutboundClient(label: "test", .loopback, workerCount: 2, waitingMax: 3)
        let request = OutboundRequest(.get, "http://127.0.0.1:\(receiver.port)/")
        let ends = Mutex<[OutboundFailure?]>([])
        let taken = (0..<8).map { _ in
            client.send(request) { result in
                let failure: OutboundFailure? =
                    if case .failure(let failure) = result { failure } else { nil }
                ends.withLock { $0.append(failure) }
            }
        }
        #expect(taken.filter { $0 }.count == 5)
        await withCheckedContinuation { continuation in
            client.send(request) { _ in }
                ? continuation.resume()
                : DispatchQueue.global().async {
                    client.stop()
                    continuation.resume()
                }
        }
        #expect(ends.withLock { $0 } == Array(repeating: .stopped, count: 5))
        #expect(!client.send(request) { _ in })
    }
}

extension OutboundTerms {
    static let loopback = patient(allowsPlain: true, allowsPrivate: true)

    /// For servers that answer, however slow the machine is.
    static func patient(
        allowsPlain: Bool = false, allowsPrivate: Bool, authorities: [UInt8]? = nil
    ) -> Self {
        var terms = Self(
            allowsPlain: allowsPlain, allowsPrivate: allowsPrivate, authorities: authorities)
        (terms.connectTimeout, terms.timeout) = (.seconds(600), .seconds(600))
        return terms
    }
}

extension OutboundClient {
    func ask(_ request: OutboundRequest) async throws -> OutboundResponse {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = send(request) { continuation.resume(with: $0) }
            if !isTaken { continuation.resume(throwing: OutboundFailure.crowded) }
        }
    }
}
