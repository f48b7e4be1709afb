public import HTTPTypes

/// How a peer broke the protocol: the status to answer with, before the connection is closed.
///
/// A violation ends the connection, because after it the start of the next message is not known:
/// two readers who disagree about that are how requests are smuggled.
/// - Source: RFC 9112 §11.2
public struct HTTPViolation: Error, Equatable, Sendable {
    /// 400, 413, 414, 417, 431, 501 or 505. To a client, which cannot answer, it means nothing.
    public let status: HTTPResponse.Status
    /// One phrase for the event log. It never holds bytes of the peer.
    public let reason: String
    /// The limit that was met, if it was one.
    public let limit: Limit?
    /// Whether it is a request whose method is HEAD, which no body answers.
    public internal(set) var isToHead = false

    /// Which of `HTTPLimits`.
    public enum Limit: Sendable {
        /// `headBytesMax`.
        case headBytes
        /// `fieldLinesMax`.
        case fieldLines
        /// `bodyBytesMax`.
        case bodyBytes
    }

    /// A violation answered by `status`.
    public init(_ status: HTTPResponse.Status, _ reason: String, limit: Limit? = nil) {
        self.status = status
        self.reason = reason
        self.limit = limit
    }

    /// The same, of a request that begins so.
    func answering(_ head: [UInt8]) -> Self {
        var violation = self
        violation.isToHead = head.drop { $0 == .carriageReturn || $0 == .lineFeed }.starts(
            with: "HEAD ".utf8)
        return violation
    }

    static func malformed(_ reason: String) -> Self {
        Self(.badRequest, reason)
    }
}
