internal import HTTPTypes

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
    private var chunks = ChunkReader()
    /// What the body that is being read may have.
    private var bodyBytesMax = 0
    /// Whether a body over the usual limit was allowed for the request that is being read.
    private var isAllowed = false

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
    ///   a large body waits for `takeLargeBody(ofAtMost:)`.
    public mutating func next(_ input: inout UnsafeRawBufferPointer) -> RequestEvent? {
        do {
            return try event(&input)
        } catch {
            var violation = error
            if case .body(let head) = stage { violation.isToHead = head.request.method == .head }
            (stage, head, body) = (.failed, HeadReader(), [])
            input = UnsafeRawBufferPointer(rebasing: input.suffix(0))
            return .violation(violation)
        }
    }

    /// Whether nothing of a next request has come.
    public var isIdle: Bool {
        if case .head = stage { head.isIdle } else { false }
    }

    /// The large body that the last event was about may come.
    ///
    /// - Parameter bytesMax: what it may have. One whose chunks bring more is refused with 413.
    public mutating func takeLargeBody(ofAtMost bytesMax: Int = .max) {
        guard case .asking(let head) = stage else { return }
        stage = .body(head)
        (isAllowed, bodyBytesMax) = (true, min(bytesMax, limits.largeBodyBytesMax))
    }

    private mutating func event(
        _ input: inout UnsafeRawBufferPointer
    ) throws(HTTPViolation) -> RequestEvent? {
        switch stage {
        case .head:
            guard let bytes = try head.read(&input, limits) else { return nil }
            let head: RequestHead
            do throws(HTTPViolation) {
                head = try RequestHead(bytes, limits)
            } catch {
                throw error.answering(bytes)
            }
            (isAllowed, bodyBytesMax) = (false, limits.bodyBytesMax)
            if case .length(let bytes) = head.framing, bytes > bodyBytesMax { return ask(head) }
            stage = .body(head)
            return try takeBody(of: head, &input)
        case .asking: return nil
        case .body(let head): return try takeBody(of: head, &input)
        case .failed:
            input = UnsafeRawBufferPointer(rebasing: input.suffix(0))
            return nil
        }
    }

    private mutating func ask(_ head: RequestHead) -> RequestEvent {
        stage = .asking(head)
        return .largeBody(head.request)
    }

    private mutating func takeBody(
        of head: RequestHead, _ input: inout UnsafeRawBufferPointer
    ) throws(HTTPViolation) -> RequestEvent? {
        switch head.framing {
        case .length(let bytes):
            takeBytes(bytes, &input)
            return body.count == bytes ? finish(head) : nil
        case .chunks:
            switch try chunks.read(&input, into: &body, bytesMax: bodyBytesMax, limits) {
            case .partial: return nil
            case .whole: return finish(head)
            case .over(let bytes):
                guard !isAllowed, bytes <= limits.largeBodyBytesMax else {
                    throw HTTPViolation(.contentTooLarge, "body over the limit", limit: .bodyBytes)
                }
                return ask(head)
            }
        }
    }

    private mutating func takeBytes(_ bytes: Int, _ input: inout UnsafeRawBufferPointer) {
        // One that is not awaited by anybody gets room as it comes.
        if body.isEmpty, bytes > limits.bodyBytesMax { body.reserveCapacity(bytes) }
        let piece = input.prefix(bytes - body.count)
        body.append(contentsOf: piece)
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(piece.count))
    }

    private mutating func finish(_ head: RequestHead) -> RequestEvent {
        defer { (stage, body, chunks) = (.head, [], ChunkReader()) }
        return .request(Request(head: head.request, body: body, isOld: head.isOld))
    }
}
