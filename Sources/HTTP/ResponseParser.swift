public import HTTPTypes

/// The client's half of HTTP/1.1, as far as a handshake needs it: bytes in, heads out.
///
/// As strict as `RequestParser`, and as free of I/O. Bodies are the caller's.
///
/// - Memory: the bytes of a partial head, within `limits`.
/// - Source: RFC 9112 §4
public struct ResponseParser {
    private enum Stage {
        case head
        case failed
    }

    /// The bounds that the next byte is held against.
    public let limits: HTTPLimits
    private var stage = Stage.head
    private var head = HeadReader()

    /// A parser at the start of a connection.
    public init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
    }

    /// Consumes `input` up to the end of the next head; what follows it stays in `input`.
    ///
    /// - Returns: the next event; `nil` when the input is used up and no head is complete.
    public mutating func next(_ input: inout UnsafeRawBufferPointer) -> ResponseEvent? {
        guard case .head = stage else {
            input = UnsafeRawBufferPointer(rebasing: input.suffix(0))
            return nil
        }
        do {
            guard let bytes = try head.read(&input, limits) else { return nil }
            return .response(try Self.response(bytes))
        } catch {
            (stage, head) = (.failed, HeadReader())
            input = UnsafeRawBufferPointer(rebasing: input.suffix(0))
            return .violation(error)
        }
    }

    private static func response(_ bytes: [UInt8]) throws(HTTPViolation) -> HTTPResponse {
        var lines = HeadLines(bytes)
        let status = try status(lines.next() ?? [])
        return HTTPResponse(status: status, headerFields: try HTTPFields(parsing: lines))
    }

    /// HTTP-version SP status-code SP [ reason-phrase ]. Source: RFC 9112 §4
    private static func status(
        _ line: ArraySlice<UInt8>
    ) throws(HTTPViolation) -> HTTPResponse.Status {
        guard let (version, rest) = line.cut(at: .space), let (code, reason) = rest.cut(at: .space)
        else { throw .malformed("status line is not three words") }
        try RequestHead.requireVersion(version)
        guard code.count == 3, code.allSatisfy(\.isDigit), let number = Int(code.text),
            (100...599).contains(number)
        else { throw .malformed("status code is not in 100…599") }
        return HTTPResponse.Status(code: number, reasonPhrase: reason.text)
    }
}

/// What a run of bytes from a server turned out to be.
public enum ResponseEvent: Equatable, Sendable {
    /// The head of a response. Its body, or the next protocol, is still in the input.
    case response(HTTPResponse)
    /// The server broke the protocol. Close; nothing follows.
    case violation(HTTPViolation)
}
