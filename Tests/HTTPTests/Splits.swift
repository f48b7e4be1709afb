import HTTP
import Testing

/// Every way of cutting `bytes` that the tests feed: whole, each two-way cut, byte by byte.
func splits(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
    let cuts = (0...bytes.count).map { [bytes[..<$0], bytes[$0...]] }
    return [bytes.map { [$0][...] }] + cuts
}

/// What a fresh parser makes of `pieces`, arriving one after the other.
func requestEvents(
    _ pieces: [ArraySlice<UInt8>], limits: HTTPLimits = HTTPLimits()
) -> [RequestEvent] {
    var parser = RequestParser(limits: limits)
    return pieces.flatMap { piece in
        piece.withUnsafeBytes { bytes in
            var input = bytes
            var events: [RequestEvent] = []
            while let event = parser.next(&input) { events.append(event) }
            #expect(input.isEmpty, "nil means that the input is used up")
            return events
        }
    }
}

/// The same for the heads of responses.
func responseEvents(
    _ pieces: [ArraySlice<UInt8>], limits: HTTPLimits = HTTPLimits()
) -> [ResponseEvent] {
    var parser = ResponseParser(limits: limits)
    return pieces.flatMap { piece in
        piece.withUnsafeBytes { bytes in
            var input = bytes
            var events: [ResponseEvent] = []
            while let event = parser.next(&input) { events.append(event) }
            #expect(input.isEmpty, "nil means that the input is used up")
            return events
        }
    }
}
