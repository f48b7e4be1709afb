import HTTP
import TestSupport
import Testing

/// Streams near the grammar's edges: valid ones, then bytes replaced, removed, doubled, cut in.
@Suite struct `However the bytes arrive` {
    static let stream = Array(
        """
        POST /a?b=c HTTP/1.1\r\nHost: a.b:80\r\n\
        Content-Length: 5\r\nConnection: upgrade\r\n\r\nhello\
        GET http://[::1]/x HTTP/1.1\r\nHost: [::1]\r\nUpgrade: websocket\r\nX:\ty \r\n\r\n\
        \r\nDELETE / HTTP/1.1\r\nHost: c\r\ncontent-length: 0\r\n\r\n\
        PUT / HTTP/1.1\r\nHost: d\r\nTransfer-Encoding: chunked\r\n\r\n\
        2;x=y\r\nhi\r\n0\r\nX: y\r\n\r\n
        """.utf8)

    static let responses = Array(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nHTTP/1.1 204 \r\nX:\ty \r\n\r\n".utf8
    )

    /// The bytes that the grammar turns on.
    static let telling = Array("\r\n\0\t :/+,0919aHTP#[]\u{7F}é".utf8)

    static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<random.below(4) {
            let index = random.below(bytes.count)
            let byte = telling[random.below(telling.count)]
            switch random.below(4) {
            case 0: bytes[index] = byte
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(bytes[index], at: index)
            default: bytes.insert(byte, at: index)
            }
        }
        return bytes
    }

    static func pieces(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [ArraySlice<UInt8>] {
        var rest = bytes[...]
        var pieces: [ArraySlice<UInt8>] = []
        while !rest.isEmpty {
            let count = 1 + random.below(random.below(2) == 0 ? 3 : rest.count)
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return pieces
    }

    @Test(arguments: 0..<32)
    func `a mutated stream gives the same events`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let requests = Self.mutated(Self.stream, &random)
            #expect(
                requestEvents(Self.pieces(requests, &random)) == requestEvents([requests[...]]))
            let responses = Self.mutated(Self.responses, &random)
            #expect(
                responseEvents(Self.pieces(responses, &random)) == responseEvents([responses[...]]))
        }
    }

    @Test(arguments: 0..<16)
    func `random bytes give the same events`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let count = random.below(200)
            let bytes = (0..<count).map { _ in Self.telling[random.below(Self.telling.count)] }
            #expect(requestEvents(Self.pieces(bytes, &random)) == requestEvents([bytes[...]]))
            #expect(responseEvents(Self.pieces(bytes, &random)) == responseEvents([bytes[...]]))
        }
    }

    @Test func `the unmutated streams hold`() {
        #expect(
            requestEvents([Self.stream[...]]).map(RequestVector.outcome) == [
                "POST a.b:80 /a?b=c {Content-Length: 5, Connection: upgrade} hello",
                "GET [::1] /x {Upgrade: websocket, X: y}",
                "DELETE c / {content-length: 0}",
                "PUT d / {Transfer-Encoding: chunked} hi",
            ])
        #expect(responseEvents([Self.responses[...]]).count == 2)
    }
}
