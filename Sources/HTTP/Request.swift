public import HTTPTypes

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
}
