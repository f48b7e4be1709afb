public import HTTPTypes

/// What a run of bytes from a client turned out to be.
public enum RequestEvent: Equatable, Sendable {
    /// One whole request, head and body.
    case request(Request)
    /// The head of a request whose body is over `HTTPLimits.bodyBytesMax`. Nothing more of
    /// the body is read before `RequestParser.takeLargeBody(ofAtMost:)`; refuse it by closing.
    case largeBody(HTTPRequest)
    /// The client broke the protocol. Answer with the status and close; nothing follows.
    case violation(HTTPViolation)
}
