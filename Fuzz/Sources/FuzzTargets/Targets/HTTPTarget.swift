import HTTP
import HTTPTypes

/// What must be true of whatever the parsers of HTTP make of bytes.
enum HTTPTarget {
    private static let statuses = [400, 413, 414, 417, 431, 501, 505]

    /// Tight ones half the time, and large bodies in half of those.
    static func limits(_ input: Input) -> HTTPLimits {
        guard input.chooses(0) else { return HTTPLimits() }
        var limits = HTTPLimits(headBytesMax: 120, fieldLinesMax: 4, bodyBytesMax: 9)
        if input.chooses(1) { limits.largeBodyBytesMax = 20 }
        return limits
    }

    /// All that `next` says of a piece, in a buffer of exactly its size.
    static func events<Event>(
        _ piece: ArraySlice<UInt8>, _ next: (inout UnsafeRawBufferPointer) -> Event?
    ) -> [Event] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 1)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: piece)
        var rest = UnsafeRawBufferPointer(buffer)
        var events: [Event] = []
        while let event = next(&rest) { events.append(event) }
        Oracle.require(rest.isEmpty, "nil with \(rest.count) bytes left")
        return events
    }

    static func expectRules(_ events: [RequestEvent], limits: HTTPLimits) {
        for (index, event) in events.enumerated() {
            switch event {
            case .violation(let violation):
                Oracle.require(index == events.count - 1, "goes on after a violation")
                expectKnown(violation)
            case .largeBody:
                Oracle.require(
                    limits.largeBodyBytesMax > limits.bodyBytesMax, "asks what is never allowed")
            case .bodyPart(let bytes):
                let isAnnounced =
                    if index > 0, case .largeBody = events[index - 1] { true } else { false }
                Oracle.require(
                    isAnnounced && bytes.count > limits.bodyBytesMax
                        && bytes.count <= limits.largeBodyBytesMax, "parts over the limit")
                guard index + 1 < events.count, case .request = events[index + 1] else {
                    Oracle.require(false, "parts without a request")
                    return
                }
            case .request(let request):
                let (isAnnounced, hasParts) =
                    switch index > 0 ? events[index - 1] : nil {
                    case .largeBody?: (true, false)
                    case .bodyPart?: (false, true)
                    default: (false, false)
                    }
                Oracle.require(
                    isAnnounced == (request.body.count > limits.bodyBytesMax)
                        && request.body.count <= max(limits.bodyBytesMax, limits.largeBodyBytesMax)
                        && (!hasParts || request.body.isEmpty),
                    "body over the limit")
                Oracle.require(
                    request.head.headerFields.count <= limits.fieldLinesMax, "too many fields")
                expectSameWhenSentAgain(request)
                expectCoding(request.head.headerFields)
            }
        }
    }

    static func expectRules(_ events: [ResponseEvent]) {
        for (index, event) in events.enumerated() {
            switch event {
            case .violation(let violation):
                Oracle.require(index == events.count - 1, "goes on after a violation")
                expectKnown(violation)
            case .response(let response): expectSameWhenSentAgain(response)
            }
        }
    }

    /// A coding is one that there is, and one that is named, in person or as any other.
    private static func expectCoding(_ fields: HTTPFields) {
        Oracle.require(fields.preferredCoding(of: []) == .identity, "a coding that is not there")
        let coding = fields.preferredCoding(of: [.br, .gzip])
        let list = fields[values: .acceptEncoding].joined(separator: ",").lowercased()
        Oracle.require(
            coding == .identity || list.contains(coding.rawValue) || list.contains("*"),
            "a coding that nobody named")
    }

    private static func expectKnown(_ violation: HTTPViolation) {
        Oracle.require(statuses.contains(violation.status.code), "\(violation)")
    }

    /// A request that was read, written by our own writer, is read again.
    private static func expectSameWhenSentAgain(_ request: Request) {
        // HTTP/1.0 names no host, and ours writes HTTP/1.1.
        guard request.head.authority != nil, isASCII(request.head.headerFields) else { return }
        var bytes: [UInt8] = []
        do {
            try RequestWriter.append(request.head, to: &bytes)
        } catch {
            Oracle.require(false, "cannot be written: \(request), \(error)")
        }
        var head = request.head
        head.headerFields[.contentLength] = nil
        head.headerFields[.transferEncoding] = nil
        let limits = HTTPLimits(headBytesMax: 1 << 20, fieldLinesMax: .max)
        var parser = RequestParser(limits: limits)
        let again = events(bytes[...]) { parser.next(&$0) }
        Oracle.require(again == [.request(Request(head: head))], "\(request)\nagain: \(again)")
    }

    private static func expectSameWhenSentAgain(_ response: HTTPResponse) {
        guard isASCII(response.headerFields) else { return }
        var bytes: [UInt8] = []
        ResponseWriter.append(response, keepAlive: true, to: &bytes)
        var expected = response
        for name in framing { expected.headerFields[name] = nil }
        let limits = HTTPLimits(headBytesMax: 1 << 20, fieldLinesMax: .max)
        var parser = ResponseParser(limits: limits)
        let again = events(bytes[...]) { parser.next(&$0) }
        guard case .response(var head)? = again.first, again.count == 1 else {
            return Oracle.require(false, "\(response)\nagain: \(again)")
        }
        for name in framing { head.headerFields[name] = nil }
        Oracle.require(head == expected, "\(response)\nagain: \(head)")
    }

    /// Other bytes are read as ISO 8859-1, and written as UTF-8.
    private static func isASCII(_ fields: HTTPFields) -> Bool {
        fields.allSatisfy { $0.value.utf8.allSatisfy { $0 < 0x80 } }
    }

    /// Decided by the writer, whatever the response says.
    private static let framing = ["Content-Length", "Transfer-Encoding", "Host"].compactMap {
        HTTPField.Name($0)
    }
}
