import HTTP
import Testing

/// What lenient servers accept, and smugglers use.
@Suite struct `A request is refused for` {
    static let startLines = [
        RequestVector(400, "a blank before the method", " GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        RequestVector(400, "two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
        RequestVector(400, "a tab for a space", "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n"),
        RequestVector(400, "a space at the end", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
        RequestVector(400, "no version", "GET /\r\nHost: a\r\n\r\n"),
        RequestVector(400, "no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n"),
        RequestVector(400, "a word for a version", "GET / HTTQ/1.1\r\nHost: a\r\n\r\n"),
        RequestVector(400, "a method of no token", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n"),
        RequestVector(400, "an empty method", " / HTTP/1.1\r\nHost: a\r\n\r\n"),
        RequestVector(505, "HTTP/0.9", "GET / HTTP/0.9\r\nHost: a\r\n\r\n"),
        RequestVector(505, "HTTP/1.10", "GET / HTTP/1.10\r\nHost: a\r\n\r\n"),
        RequestVector(505, "HTTP/1.", "GET / HTTP/1.\r\nHost: a\r\n\r\n"),
        RequestVector(505, "HTTP/1.x", "GET / HTTP/1.x\r\nHost: a\r\n\r\n"),
        RequestVector(505, "HTTP/11", "GET / HTTP/11\r\nHost: a\r\n\r\n"),
        RequestVector(505, "lower case", "GET / http/1.1\r\nHost: a\r\n\r\n"),
        RequestVector(505, "the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\n"),
        RequestVector(501, "a tunnel", "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n"),
        RequestVector(400, "a TLS greeting", "\u{16}\u{3}\u{1}"),
    ]

    static let targets = [
        "*", "a", "a:80", "/a#b", "/\u{7F}", "/é", "ftp://a/", "http:///a", "http://",
        "http://u@a/", "http://a:b/", "http://a:65536/", "http://[::1/", "http://[]/",
        "http://a%41/", "http:/a",
    ].map { target in
        RequestVector(400, "target \(target)", "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
    }

    static let old = [
        RequestVector(
            400, "chunks", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        RequestVector(400, "two hosts", "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n"),
        RequestVector(400, "a malformed host", "GET / HTTP/1.0\r\nHost: a b\r\n\r\n"),
        RequestVector(400, "the server as a whole", "GET * HTTP/1.0\r\n\r\n"),
        RequestVector(400, "words behind the server", "OPTIONS *? HTTP/1.1\r\nHost: a\r\n\r\n"),
    ]

    static let hosts = [
        "", "Host:\r\n", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: b\r\n", "Host: a,b:c\r\n",
        "Host: a b\r\n", "Host: a/b\r\n", "Host: u@a\r\n", "Host: a:-1\r\n", "Host: a:+1\r\n",
        "Host: a:99999\r\n", "Host: :80\r\n", "Host: [::1\r\n", "Host: [::1]x\r\n",
        "Host: [g]\r\n", "Host: é\r\n", "Host: http://a\r\n",
    ].map { host in
        RequestVector(400, "host \(host.debugDescription)", "GET / HTTP/1.1\r\n\(host)\r\n")
    }

    static let lineEnds = [
        RequestVector(400, "LF alone", "GET / HTTP/1.1\nHost: a\n\n"),
        RequestVector(400, "LF after a field", "GET / HTTP/1.1\r\nHost: a\n\r\n"),
        RequestVector(400, "LF for the empty line", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
        RequestVector(400, "LF CR first", "\n\rGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        RequestVector(400, "CR alone", "GET / HTTP/1.1\rHost: a\r\r"),
        RequestVector(400, "CR CR LF", "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n"),
        RequestVector(400, "CR without LF at the end", "GET / HTTP/1.1\r\nHost: a\r\n\rX"),
        RequestVector(400, "CR without LF at the start", "\rGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    ]

    static let fields =
        [
            "X", "X y", ": y", "X : y", "X\t: y", " X: y", "\tX: y", "X: a\r\n b", "X: a\r\n\tb",
            "X(): y", "X\"Y: z", "é: y", "X: a\0b", "X: a\u{8}b", "X: a\u{1B}[0m", "X: \u{7F}",
            "X: a\rb", "X: a\nb", "Content-Length: ", "Content-Length: +3", "Content-Length: -0",
            "Content-Length: 0x3", "Content-Length: 3 3", "Content-Length: 3, 3",
            "Content-Length: 3\r\nContent-Length: 3", "Content-Length: 3\r\ncontent-length: 4",
            "Content-Length: ３", "Content-Length: 1_0", "Content-Length: 3;", "Content-Length: 1e1",
        ].map { RequestVector(400, field: $0) } + [
            RequestVector(413, field: "Content-Length: 65537"),
            RequestVector(413, field: "Content-Length: 9223372036854775808"),
            RequestVector(413, field: "Content-Length: 99999999999999999999999999"),
            RequestVector(501, field: "transfer-encoding: identity"),
            RequestVector(501, field: "Transfer-Encoding:"),
            RequestVector(501, field: "Transfer-Encoding: chunked, chunked"),
            RequestVector(501, field: "Transfer-Encoding: gzip, chunked"),
            RequestVector(501, field: "Transfer-Encoding: chunked\r\nTransfer-Encoding: x"),
            RequestVector(501, field: "Transfer-Encoding: xchunked"),
            RequestVector(400, field: "Content-Length: 3\r\nTransfer-Encoding: chunked"),
            RequestVector(400, field: "Transfer-Encoding: chunked\r\nContent-Length: 3"),
            RequestVector(417, field: "Expect: 100-continue"),
        ]

    static func check(_ vector: RequestVector) {
        let next = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        for pieces in splits(of: vector.input) {
            let outcomes = requestEvents(pieces + [next[...]]).map(RequestVector.outcome)
            #expect(outcomes == vector.outcomes, "cut after \(pieces[0].count)")
        }
    }

    @Test(arguments: startLines)
    func `its start line`(vector: RequestVector) { Self.check(vector) }

    @Test(arguments: old)
    func `its version, or a target that this has not`(vector: RequestVector) { Self.check(vector) }

    @Test(arguments: targets)
    func `its target`(vector: RequestVector) { Self.check(vector) }

    @Test(arguments: hosts)
    func `its host`(vector: RequestVector) { Self.check(vector) }

    @Test(arguments: lineEnds)
    func `its line ends`(vector: RequestVector) { Self.check(vector) }

    @Test(arguments: fields)
    func `a field`(vector: RequestVector) { Self.check(vector) }
}
