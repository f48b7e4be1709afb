/// What a run of bytes from a client turned out to be.
public enum RequestEvent: Equatable, Sendable {
    /// One whole request, head and body.
    case request(Request)
    /// The client broke the protocol. Answer with the status and close; nothing follows.
    case violation(HTTPViolation)
}
