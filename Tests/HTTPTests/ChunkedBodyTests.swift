import HTTP
import Testing

/// Bodies in chunks, as RFC 9112 §7.1 has them and as smugglers do.
@Suite struct `A chunked body` {
    private static let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let start = "POST a / {Transfer-Encoding: chunked}"

    static let whole: [(chunks: String, body: String)] = [
        ("0\r\n\r\n", ""),
        ("3\r\nabc\r\n0\r\n\r\n", "abc"),
        ("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", "abcde"),
        ("A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
        ("00b\r\n0123456789!\r\n000\r\n\r\n", "0123456789!"),
        ("5\r\n\r\n0\r\n\r\n0\r\n\r\n", "\r\n0\r\n"),
        ("3;a\r\nabc\r\n0;b=\"c d\";e\r\n\r\n", "abc"),
        ("3\r\nabc\r\n0\r\nX: y\r\nContent-Length: 7\r\nZ:\r\n\r\n", "abc"),
    ]

    @Test(arguments: whole)
    func `is taken out of its chunks`(chunks: String, body: String) {
        for pieces in splits(of: Array((Self.head + chunks + Self.next).utf8)) {
            let outcomes = requestEvents(pieces).map(RequestVector.outcome)
            let request = body.isEmpty ? Self.start : "\(Self.start) \(body)"
            #expect(outcomes == [request, "GET a /next"], "cut after \(pieces[0].count)")
        }
    }

    static let broken: [(chunks: String, status: Int)] = [
        ("\r\n", 400), ("x\r\n", 400), ("-1\r\n", 400), ("+1\r\na\r\n", 400),
        (" 1\r\na\r\n", 400), ("1 \r\na\r\n", 400), ("1\t;x\r\na\r\n", 400),
        ("0x1\r\na\r\n", 400), ("1_0\r\n", 400), ("1,1\r\n", 400), (";x\r\n", 400),
        ("1\na\r\n", 400), ("1\ra\r\n", 400), ("1\r\ra", 400), ("1;x\na\r\n", 400),
        ("1;\0\r\na\r\n", 400), ("1;x\r\ra", 400),
        ("1\r\nab\r\n0\r\n\r\n", 400), ("1\r\na\n0\r\n\r\n", 400), ("1\r\na\r0\r\n", 400),
        ("1\r\na0\r\n\r\n", 400), ("1\r\na\r\n\r\n", 400),
        ("0\r\n x: y\r\n\r\n", 400), ("0\r\nX y\r\n\r\n", 400), ("0\r\n: y\r\n\r\n", 400),
        ("0\r\nX : y\r\n\r\n", 400), ("0\r\nX: y\n\r\n", 400), ("0\r\nX: y\r\r\n", 400),
        ("0\r\nX: \0\r\n\r\n", 400), ("0\r\nGET /next HTTP/1.1\r\n\r\n", 400),
        ("0\r\n\n", 400), ("0\r\n\rX", 400),
        ("10001\r\n", 413), ("fffffffffffffff\r\n", 413), ("ffffffffffffffff\r\n", 400),
        ("0000000000000000\r\n\r\n", 400),
        ("0;\(String(repeating: "x", count: 8_193))\r\n\r\n", 431),
        ("0\r\nX: \(String(repeating: "x", count: 8_193))\r\n\r\n", 431),
        ("0\r\n\(String(repeating: "X: y\r\n", count: 65))\r\n", 431),
    ]

    @Test(arguments: broken)
    func `is refused, and nothing behind it is a request`(chunks: String, status: Int) {
        let bytes = Array((Self.head + chunks + Self.next).utf8)
        // Long ones only whole and byte by byte: each cut of them would take a second.
        let ways =
            bytes.count < 1_000 ? splits(of: bytes) : [[bytes[...]], bytes.map { [$0][...] }]
        for pieces in ways {
            let outcomes = requestEvents(pieces).map(RequestVector.outcome)
            #expect(outcomes == ["refused \(status)"], "cut after \(pieces[0].count)")
        }
    }

    @Test func `has the limit of a body with a length`() {
        let limits = HTTPLimits(bodyBytesMax: 4)
        func outcomes(_ chunks: String) -> Set<[String]> {
            Set(
                splits(of: Array((Self.head + chunks).utf8)).map {
                    requestEvents($0, limits: limits).map(RequestVector.outcome)
                })
        }
        #expect(outcomes("2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n") == [["\(Self.start) abcd"]])
        #expect(outcomes("2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n") == [["refused 413"]])
        #expect(outcomes("5\r\n") == [["refused 413"]])
    }

    /// Asked about once, when it is known to be large; then within what was allowed.
    @Test(arguments: [(9, ["asks POST /", "9"]), (8, ["asks POST /", "refused 413"])])
    func `is asked about when it turns out to be large`(bytesMax: Int, expected: [String]) {
        var limits = HTTPLimits(bodyBytesMax: 4)
        limits.largeBodyBytesMax = 20
        for pieces in splits(of: Array("\(Self.head)4\r\nabcd\r\n5\r\nefghi\r\n0\r\n\r\n".utf8)) {
            var parser = RequestParser(limits: limits)
            let outcomes = pieces.flatMap { piece in
                piece.withUnsafeBytes { bytes in
                    var input = bytes
                    var outcomes: [String] = []
                    while let event = parser.next(&input) {
                        if case .largeBody = event { parser.takeLargeBody(ofAtMost: bytesMax) }
                        if case .request(let request) = event {
                            outcomes.append("\(request.body.count)")
                        } else {
                            outcomes.append(RequestVector.outcome(event))
                        }
                    }
                    return outcomes
                }
            }
            #expect(outcomes == expected)
        }
    }
}

/// Large bodies that are handed on as they arrive.
@Suite struct `A body in parts` {
    private static let length = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabcdefghi"
    private static let chunks = """
        POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\
        3\r\nabc\r\n2\r\nde\r\n4\r\nfghi\r\n0\r\nX: y\r\n\r\n
        """
    private static let next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n"

    /// The events, the parts joined, and the sizes of the parts.
    private static func events(
        _ pieces: [ArraySlice<UInt8>], bytesMax: Int
    ) -> (outcomes: [String], joined: String, counts: [Int]) {
        var limits = HTTPLimits(bodyBytesMax: 4)
        limits.largeBodyBytesMax = 20
        var parser = RequestParser(limits: limits)
        var (outcomes, joined, counts): ([String], [UInt8], [Int]) = ([], [], [])
        for piece in pieces {
            piece.withUnsafeBytes { bytes in
                var input = bytes
                while let event = parser.next(&input) {
                    if case .largeBody = event {
                        parser.takeLargeBody(ofAtMost: bytesMax, inParts: true)
                    }
                    if case .bodyPart(let bytes) = event {
                        joined += bytes
                        counts.append(bytes.count)
                    } else {
                        outcomes.append(RequestVector.outcome(event))
                    }
                }
            }
        }
        return (outcomes, String(decoding: joined, as: UTF8.self), counts)
    }

    @Test(arguments: [length, chunks])
    func `is whole in every split, and the next request follows`(request: String) {
        for pieces in splits(of: Array((request + Self.next + request + Self.next).utf8)) {
            let (outcomes, joined, counts) = Self.events(pieces, bytesMax: 9)
            #expect(outcomes.count == 6 && outcomes[0] == "asks POST /")
            #expect(outcomes[1].hasPrefix("POST a / {") && outcomes[1].hasSuffix("}"))
            #expect(outcomes[2] == "GET a /next" && Array(outcomes[..<3]) == Array(outcomes[3...]))
            #expect(joined == "abcdefghiabcdefghi")
            // Only bytes that arrived before the question are kept.
            let most = pieces.count == 2 ? 9 : 4
            #expect(counts.allSatisfy { $0 > 0 && $0 <= most })
        }
    }

    @Test func `has at most what was allowed`() {
        for pieces in splits(of: Array(Self.chunks.utf8)) {
            let (outcomes, joined, _) = Self.events(pieces, bytesMax: 8)
            #expect(outcomes == ["asks POST /", "refused 413"] && "abcde".hasPrefix(joined))
        }
    }

    @Test func `is in parts only if that was asked for`() {
        let small = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        for pieces in splits(of: Array((Self.length + small).utf8)) {
            let (outcomes, joined, _) = Self.events(pieces, bytesMax: 9)
            #expect(joined == "abcdefghi" && outcomes.last?.hasSuffix("} abc") == true)
        }
    }
}
