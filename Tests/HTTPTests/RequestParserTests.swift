import HTTP
import HTTPTypes
import Testing

@Suite struct `A request parser` {
    static let vectors = [
        RequestVector("nothing", ""),
        RequestVector("a partial head", "GET / HTTP/1.1\r\nHost: a\r\n"),
        RequestVector("the smallest request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET a /"),
        RequestVector(
            "one empty line before the start line (RFC 9112 §2.2)",
            "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET a /"),
        RequestVector(
            "empty lines before the start line, and between requests",
            "\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n\r\n\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET a /", "GET a /b"),
        RequestVector(
            "HTTP/1.0, which names no host and ends with the response",
            "GET /healthz HTTP/1.0\r\n\r\n", "GET - /healthz close"),
        RequestVector(
            "HTTP/1.0 with a host and a body",
            "POST / HTTP/1.0\r\nHost: a\r\nContent-Length: 1\r\n\r\nx",
            "POST a / {Content-Length: 1} x close"),
        RequestVector(
            "HTTP/1.0, in which some fields mean nothing (RFC 9110 §7.8, §10.1.1)",
            "GET / HTTP/1.0\r\nConnection: Upgrade\r\nUpgrade: x\r\nExpect: 100-continue\r\n\r\n",
            "GET - / {Connection: Upgrade} close"),
        RequestVector(
            "a later minor version (RFC 9110 §2.5)",
            "GET / HTTP/1.2\r\nHost: a\r\n\r\n", "GET a /"),
        RequestVector(
            "the latest minor version", "GET / HTTP/1.9\r\nHost: a\r\n\r\n", "GET a /"),
        RequestVector(
            "the server as a whole (RFC 9112 §3.2.4)",
            "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS a *"),
        RequestVector(
            "the server as a whole, in the absolute form",
            "OPTIONS http://b HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS b *"),
        RequestVector(
            "port, query and two requests in one read",
            "GET /a?b=c%20d HTTP/1.1\r\nhost:a.b:8080\r\n\r\nGET /b HTTP/1.1\r\nHost: c\r\n\r\n",
            "GET a.b:8080 /a?b=c%20d", "GET c /b"),
        RequestVector(
            "an IPv6 host", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "GET [::1]:80 /"),
        RequestVector(
            "an empty port (RFC 3986 §3.2.3)", "GET / HTTP/1.1\r\nHost: a:\r\n\r\n", "GET a: /"),
        RequestVector(
            "the absolute form overrules Host",
            "GET HTTP://b:1/c?d HTTP/1.1\r\nHost: a\r\n\r\n", "GET b:1 /c?d"),
        RequestVector(
            "the absolute form without a path",
            "GET https://b?d HTTP/1.1\r\nHost: a\r\n\r\n", "GET b /?d"),
        RequestVector(
            "blanks around a value, an empty value, a repeated name",
            "GET / HTTP/1.1\r\nHost:\t a \t\r\nX: \t \r\nx:b c\r\n\r\n", "GET a / {X: , x: b c}"),
        RequestVector(
            "bytes over 0x7F in a value are ISO 8859-1 (RFC 9110 §5.5, obs-text)",
            "GET / HTTP/1.1\r\nHost: a\r\nX: é\r\n\r\n", "GET a / {X: Ã©}"),
        RequestVector(
            "an unknown method is a matter of the route",
            "get-1 / HTTP/1.1\r\nHost: a\r\n\r\n", "get-1 a /"),
        RequestVector(
            "a body, and a request after it",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nx\r\n"
                + "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            "POST a / {Content-Length: 3} x\r\n", "GET a /"),
        RequestVector(
            "an empty body",
            "POST / HTTP/1.1\r\nHost: a\r\ncontent-length: 00\r\n\r\n",
            "POST a / {content-length: 00}"),
        RequestVector(
            "the last request",
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: Keep-Alive , CLOSE\r\n\r\n",
            "GET a / {Connection: Keep-Alive , CLOSE} close"),
        RequestVector(
            "an upgrade",
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: x\r\n\r\n",
            "GET a / {Connection: keep-alive, Upgrade, Upgrade: x} upgrade"),
        RequestVector(
            "no upgrade without the connection's option (RFC 9110 §7.8)",
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgraded\r\nUpgrade: x\r\n\r\n",
            "GET a / {Connection: upgraded, Upgrade: x}"),
        RequestVector(
            "nothing after a violation",
            "GET / HTTP/2.0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "refused 505"),
        RequestVector(
            "a good request, then a bad one",
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n\0", "GET a /", "refused 400"),
    ]

    @Test(arguments: vectors)
    func `gives the same events however the bytes are split`(vector: RequestVector) {
        for pieces in splits(of: vector.input) {
            let outcomes = requestEvents(pieces).map(RequestVector.outcome)
            #expect(outcomes == vector.outcomes, "cut after \(pieces[0].count)")
        }
    }

    @Test func `leaves the bytes after an upgrade to the next protocol`() {
        let head = "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"
        Array("\(head)\u{1}\u{2}".utf8).withUnsafeBytes { bytes in
            var parser = RequestParser()
            var input = bytes
            guard case .request(let request) = parser.next(&input) else {
                Issue.record("no request")
                return
            }
            #expect(request.isUpgrade)
            #expect(Array(input) == [1, 2])
        }
    }

    @Test func `takes a head and a body of exactly the limit, and not a byte more`() {
        let head = "GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n"
        func outcomes(_ text: String, _ limits: HTTPLimits) -> [[String]] {
            splits(of: Array(text.utf8)).map { pieces in
                requestEvents(pieces, limits: limits).map(RequestVector.outcome)
            }
        }
        let size = head.utf8.count
        func check(_ text: String, _ limits: HTTPLimits, _ expected: String) {
            #expect(outcomes(text, limits).allSatisfy { $0 == [expected] }, "\(limits)")
        }
        check(head, HTTPLimits(headBytesMax: size), "GET a / {X: y}")
        check(head, HTTPLimits(headBytesMax: size - 1), "refused 431")
        check(head, HTTPLimits(headBytesMax: 17), "refused 431")
        check(head, HTTPLimits(headBytesMax: 16), "refused 431")
        check(head, HTTPLimits(headBytesMax: 15), "refused 414")
        check(head, HTTPLimits(fieldLinesMax: 2), "GET a / {X: y}")
        check(head, HTTPLimits(fieldLinesMax: 1), "refused 431")
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok"
        check(post, HTTPLimits(bodyBytesMax: 2), "POST a / {Content-Length: 2} ok")
        check(post, HTTPLimits(bodyBytesMax: 1), "refused 413")
    }

    @Test func `refuses what is too long before it has arrived`() {
        let path = Array("GET /".utf8) + Array(repeating: UInt8(ascii: "a"), count: 8_188)
        #expect(requestEvents([path[...]]).map(RequestVector.outcome) == ["refused 414"])
        #expect(requestEvents([path.dropLast()]).isEmpty)
        let lines = "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 63)
        #expect(requestEvents([Array(lines.utf8)[...]]).isEmpty)
        let more = Array("\(lines)X".utf8)
        #expect(requestEvents([more[...]]).map(RequestVector.outcome) == ["refused 431"])
    }

    @Test(arguments: ["\u{16}", "GET / HTTP/1.1\n", "GET / HTTP/1.1\r\nX: y\r\n "])
    func `refuses broken lines before the head is complete`(start: String) {
        #expect(
            requestEvents([Array(start.utf8)[...]]).map(RequestVector.outcome) == ["refused 400"])
        #expect(requestEvents([Array(start.utf8).dropLast()]).isEmpty)
    }
}
