public import HTTPTypes

/// The server's half of HTTP/1.1: bytes in, whole requests out.
///
/// It does no I/O, reads no clock and never throws. Feed it whatever arrived, in any split: the
/// events are the same, but for where a body that is handed on in parts is divided. What two
/// readers might read in two ways is refused.
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
    /// The limit of the body that is being read.
    private var bodyBytesMax = 0
    /// Whether a body over the usual limit was allowed for the request that is being read.
    private var isAllowed = false
    /// Whether that body is handed on in parts.
    private var isInParts = false
    /// Bytes of it that were handed on.
    private var passedBytes = 0

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
    /// - Parameters:
    ///   - bytesMax: what it may have. One whose chunks bring more is refused with 413.
    ///   - isInParts: whether it is handed on as it arrives, so that only a part is in memory.
    public mutating func takeLargeBody(
        ofAtMost bytesMax: Int = .max, inParts isInParts: Bool = false
    ) {
        guard case .asking(let head) = stage else { return }
        stage = .body(head)
        (isAllowed, bodyBytesMax) = (true, min(bytesMax, limits.largeBodyBytesMax))
        self.isInParts = isInParts
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
            let isWhole = passedBytes + body.count == bytes
            return takePart() ?? (isWhole ? finish(head) : nil)
        case .chunks:
            let bytesMax = bodyBytesMax - passedBytes
            switch try chunks.read(&input, into: &body, bytesMax: bytesMax, limits) {
            case .partial: return takePart()
            case .whole: return takePart() ?? finish(head)
            case .over(let bytes):
                guard !isAllowed, bytes <= limits.largeBodyBytesMax else {
                    throw HTTPViolation(.contentTooLarge, "body over the limit", limit: .bodyBytes)
                }
                return ask(head)
            }
        }
    }

    private mutating func takeBytes(_ bytes: Int, _ input: inout UnsafeRawBufferPointer) {
        // Only an admitted large body gets all its room at once; others get it as they arrive.
        if body.isEmpty, bytes > limits.bodyBytesMax, !isInParts { body.reserveCapacity(bytes) }
        let piece = input.prefix(bytes - passedBytes - body.count)
        body.append(contentsOf: piece)
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(piece.count))
    }

    /// The bytes that have arrived, if the body is handed on in parts; nil: there are none.
    private mutating func takePart() -> RequestEvent? {
        guard isInParts, !body.isEmpty else { return nil }
        passedBytes += body.count
        defer { body = [] }
        return .bodyPart(body)
    }

    private mutating func finish(_ head: RequestHead) -> RequestEvent {
        defer {
            (stage, body, chunks) = (.head, [], ChunkReader())
            (isInParts, passedBytes) = (false, 0)
        }
        return .request(Request(head: head.request, body: body, isOld: head.isOld))
    }
}

/// One whole request.
public struct Request: Equatable, Sendable {
    /// Method, path with query, authority, and the fields without Host. The path is `*` where
    /// OPTIONS asks the server as a whole.
    ///
    /// The authority is the target's in the absolute form, otherwise that of Host, which HTTP/1.0
    /// may lack.
    /// - Source: RFC 9112 §3.2.2, §3.2.4
    public let head: HTTPRequest
    /// The body, without its chunks; empty when the head announces none.
    public let body: [UInt8]
    /// Whether the client expects to send another request after this one.
    public let keepsAlive: Bool
    /// Whether it says so in words, which HTTP/1.1 does not ask of it.
    ///
    /// - Source: RFC 9112 §C.2.2
    public let asksToBeKept: Bool
    /// Whether the client asks to leave HTTP after this request, and for what is not said here.
    ///
    /// The bytes after such a request are still in the input: they are for the next protocol.
    /// - Source: RFC 9110 §7.8
    public let isUpgrade: Bool

    /// A request as the parser would return it. Connection is read from the head's fields.
    ///
    /// - Parameter isOld: whether it is HTTP/1.0, whose connections end with the response.
    public init(head: HTTPRequest, body: [UInt8] = [], isOld: Bool = false) {
        self.head = head
        self.body = body
        let fields = head.headerFields
        keepsAlive = !isOld && !fields.lists("close", in: .connection)
        asksToBeKept = keepsAlive && fields.lists("keep-alive", in: .connection)
        isUpgrade = fields.contains(.upgrade) && fields.lists("upgrade", in: .connection)
    }

    /// The same without its body, for what is known of the request after that was read.
    public var withoutBody: Request {
        Request(
            head: head, isOld: !keepsAlive && !head.headerFields.lists("close", in: .connection))
    }
}

/// What a run of bytes from a client turned out to be.
public enum RequestEvent: Equatable, Sendable {
    /// One whole request, head and body.
    case request(Request)
    /// The head of a request whose body is over `HTTPLimits.bodyBytesMax`. Nothing more of
    /// the body is read before `RequestParser.takeLargeBody(ofAtMost:)`; refuse it by closing.
    case largeBody(HTTPRequest)
    /// The next bytes of a large body that was allowed in parts; at least one. The request follows
    /// its last part, without them.
    case bodyPart([UInt8])
    /// The client broke the protocol. Answer with the status and close; nothing follows.
    case violation(HTTPViolation)
}

/// How much one peer may make us hold before its message is complete.
///
/// Each bound is checked before the byte that would exceed it is kept.
public struct HTTPLimits: Equatable, Sendable {
    /// Most bytes of a head: start line, field lines and the empty line that ends it.
    public var headBytesMax: Int
    /// Most field lines in a head.
    public var fieldLinesMax: Int
    /// Most bytes of a request body.
    public var bodyBytesMax: Int
    /// Most bytes of a body that is taken for some requests, which one is asked about first:
    /// `RequestEvent.largeBody`. Without effect unless it is more than `bodyBytesMax`.
    public var largeBodyBytesMax = 0

    /// The limits of the daemon, unless its configuration says otherwise.
    public init(
        headBytesMax: Int = 8_192, fieldLinesMax: Int = 64, bodyBytesMax: Int = 65_536
    ) {
        self.headBytesMax = headBytesMax
        self.fieldLinesMax = fieldLinesMax
        self.bodyBytesMax = bodyBytesMax
    }
}
