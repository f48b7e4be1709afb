public import HTTPTypes

/// One whole request.
public struct Request: Equatable, Sendable {
    /// Method, path with query, authority, and the fields without Host.
    ///
    /// The authority is the target's in the absolute form, otherwise that of Host.
    /// - Source: RFC 9112 §3.2.2
    public let head: HTTPRequest
    /// The body; empty without a Content-Length.
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
    public init(head: HTTPRequest, body: [UInt8] = []) {
        self.head = head
        self.body = body
        let fields = head.headerFields
        keepsAlive = !fields.lists("close", in: .connection)
        asksToBeKept = keepsAlive && fields.lists("keep-alive", in: .connection)
        isUpgrade = fields.contains(.upgrade) && fields.lists("upgrade", in: .connection)
    }
}
