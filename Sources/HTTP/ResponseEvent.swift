public import HTTPTypes

/// What a run of bytes from a server turned out to be.
public enum ResponseEvent: Equatable, Sendable {
    /// The head of a response. Its body, or the next protocol, is still in the input.
    case response(HTTPResponse)
    /// The server broke the protocol. Close; nothing follows.
    case violation(HTTPViolation)
}
