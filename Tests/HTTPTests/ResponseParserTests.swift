import HTTP
import HTTPTypes
import Testing

@Suite struct `A response parser` {
    /// One row: what arrives, and `status reason {fields}` or `refused` for each event.
    struct Vector: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let input: [UInt8]
        let outcomes: [String]

        init(_ description: String, _ input: String, _ outcomes: String...) {
            (testDescription, self.input, self.outcomes) =
                (description, Array(input.utf8), outcomes)
        }
    }

    static let vectors = [
        Vector("a partial head", "HTTP/1.1 200 OK\r\nX: y\r\n"),
        Vector(
            "the answer to a handshake",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
            "101 Switching Protocols {Upgrade: x, Connection: Upgrade}"),
        Vector("no reason, no fields", "HTTP/1.1 204 \r\n\r\n", "204  {}"),
        Vector(
            "an interim response, then the final one",
            "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 401 No\r\n\r\n",
            "103 Early Hints {}", "401 No {}"),
        Vector(
            "nothing after a violation", "HTTP/1.0 200 OK\r\n\r\nHTTP/1.1 204 \r\n\r\n", "refused"),
        Vector("no space after the code", "HTTP/1.1 200\r\n\r\n", "refused"),
        Vector("two digits", "HTTP/1.1 20 OK\r\n\r\n", "refused"),
        Vector("four digits", "HTTP/1.1 2000 OK\r\n\r\n", "refused"),
        Vector("a sign", "HTTP/1.1 +20 OK\r\n\r\n", "refused"),
        Vector("a code below the range", "HTTP/1.1 099 OK\r\n\r\n", "refused"),
        Vector("a code above the range", "HTTP/1.1 600 OK\r\n\r\n", "refused"),
        Vector("lower case", "http/1.1 200 OK\r\n\r\n", "refused"),
        Vector("a request", "GET / HTTP/1.1\r\n\r\n", "refused"),
        Vector("a control character", "HTTP/1.1 200 O\u{8}K\r\n\r\n", "refused"),
        Vector("LF alone", "HTTP/1.1 200 OK\n\n", "refused"),
        Vector("a folded line", "HTTP/1.1 200 OK\r\nX: y\r\n z\r\n\r\n", "refused"),
        Vector("a space before the colon", "HTTP/1.1 200 OK\r\nX : y\r\n\r\n", "refused"),
    ]

    static func outcome(_ event: ResponseEvent) -> String {
        switch event {
        case .violation: return "refused"
        case .response(let response):
            let fields = response.headerFields.map { "\($0.name.rawName): \($0.value)" }
            return "\(response.status) {\(fields.joined(separator: ", "))}"
        }
    }

    @Test(arguments: vectors)
    func `gives the same events however the bytes are split`(vector: Vector) {
        for pieces in splits(of: vector.input) {
            let outcomes = responseEvents(pieces).map(Self.outcome)
            #expect(outcomes == vector.outcomes, "cut after \(pieces[0].count)")
        }
    }

    @Test func `leaves what follows the head in the input`() {
        Array("HTTP/1.1 101 \r\n\r\n\u{1}\u{2}".utf8).withUnsafeBytes { bytes in
            var parser = ResponseParser()
            var input = bytes
            #expect(parser.next(&input) == .response(HTTPResponse(status: .switchingProtocols)))
            #expect(Array(input) == [1, 2])
        }
    }

    @Test func `refuses a head over the limit`() {
        let head = Array("HTTP/1.1 204 \r\nX: y\r\n\r\n".utf8)
        for pieces in splits(of: head) {
            let exact = HTTPLimits(headBytesMax: head.count)
            #expect(responseEvents(pieces, limits: exact).map(Self.outcome) == ["204  {X: y}"])
            let short = HTTPLimits(headBytesMax: head.count - 1)
            #expect(responseEvents(pieces, limits: short).map(Self.outcome) == ["refused"])
        }
    }
}
