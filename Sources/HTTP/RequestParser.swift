/// The server's half of HTTP/1.1: bytes in, whole requests out.
///
/// It does no I/O, reads no clock and never throws. Feed it whatever arrived, in any split: the
/// events are the same. What two readers might read in two ways is refused.
///
/// - Memory: the bytes of the request that is still partial, within `limits`.
/// - Source: RFC 9112
public struct RequestParser {
    private enum Stage {
        case head
        case body(RequestHead)
        case failed
    }

    /// The bounds that the next byte is held against.
    public let limits: HTTPLimits
    private var stage = Stage.head
    private var head = HeadReader()
    private var body: [UInt8] = []

    /// A parser at the start of a connection.
    public init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
    }

    /// Consumes `input` up to the end of the next request.
    ///
    /// After a request the rest stays in `input`: the next request or, after an upgrade, the
    /// next protocol. After a violation all input is consumed and ignored.
    ///
    /// - Returns: the next event; `nil` when the input is used up and nothing is complete.
    public mutating func next(_ input: inout UnsafeRawBufferPointer) -> RequestEvent? {
        do {
            return try request(&input).map { .request($0) }
        } catch {
            (stage, head) = (.failed, HeadReader())
            input = UnsafeRawBufferPointer(rebasing: input.suffix(0))
            return .violation(error)
        }
    }

    private mutating func request(
        _ input: inout UnsafeRawBufferPointer
    ) throws(HTTPViolation) -> Request? {
        switch stage {
        case .head:
            guard let bytes = try head.read(&input, limits) else { return nil }
            let head = try RequestHead(bytes, limits)
            stage = .body(head)
            return takeBody(of: head, &input)
        case .body(let head):
            return takeBody(of: head, &input)
        case .failed:
            input = UnsafeRawBufferPointer(rebasing: input.suffix(0))
            return nil
        }
    }

    private mutating func takeBody(
        of head: RequestHead, _ input: inout UnsafeRawBufferPointer
    ) -> Request? {
        let piece = input.prefix(head.bodyBytes - body.count)
        body.append(contentsOf: piece)
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(piece.count))
        guard body.count == head.bodyBytes else { return nil }
        defer { (stage, body) = (.head, []) }
        return Request(head: head.request, body: body)
    }
}
