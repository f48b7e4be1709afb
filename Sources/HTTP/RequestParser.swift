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
        /// Whether its body may come is not decided.
        case asking(RequestHead)
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
    /// - Returns: the next event; `nil` when the input is used up and nothing is complete, or when
    ///   a large body waits for `takeLargeBody()`.
    public mutating func next(_ input: inout UnsafeRawBufferPointer) -> RequestEvent? {
        do {
            return try event(&input)
        } catch {
            (stage, head) = (.failed, HeadReader())
            input = UnsafeRawBufferPointer(rebasing: input.suffix(0))
            return .violation(error)
        }
    }

    /// Whether nothing of a next request has come.
    public var isIdle: Bool {
        if case .head = stage { head.isIdle } else { false }
    }

    /// The large body that the last event was about may come.
    public mutating func takeLargeBody() {
        if case .asking(let head) = stage { stage = .body(head) }
    }

    private mutating func event(
        _ input: inout UnsafeRawBufferPointer
    ) throws(HTTPViolation) -> RequestEvent? {
        switch stage {
        case .head:
            guard let bytes = try head.read(&input, limits) else { return nil }
            let head = try RequestHead(bytes, limits)
            guard head.bodyBytes <= limits.bodyBytesMax else {
                stage = .asking(head)
                return .largeBody(head.request)
            }
            stage = .body(head)
            return takeBody(of: head, &input).map { .request($0) }
        case .asking: return nil
        case .body(let head):
            return takeBody(of: head, &input).map { .request($0) }
        case .failed:
            input = UnsafeRawBufferPointer(rebasing: input.suffix(0))
            return nil
        }
    }

    private mutating func takeBody(
        of head: RequestHead, _ input: inout UnsafeRawBufferPointer
    ) -> Request? {
        // One that is not awaited by anybody gets room as it comes.
        if body.isEmpty, head.bodyBytes > limits.bodyBytesMax {
            body.reserveCapacity(head.bodyBytes)
        }
        let piece = input.prefix(head.bodyBytes - body.count)
        body.append(contentsOf: piece)
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(piece.count))
        guard body.count == head.bodyBytes else { return nil }
        defer { (stage, body) = (.head, []) }
        return Request(head: head.request, body: body)
    }
}
